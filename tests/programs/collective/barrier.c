// Barriers one after another, entered at different times, with messages under way on both sides of them.
#include "../common/program.h"

// Each rank enters at another time, after sending a note to all; all notes can be received after leaving.
static void check_notes(int round) {
    int* notes = malloc((size_t)size * sizeof *notes);
    MPI_Request* requests = malloc(2 * (size_t)size * sizeof *requests);
    for (int from = 0; from < size; ++from)
        MPI_Irecv(&notes[from], 1, MPI_INT, from, round, MPI_COMM_WORLD, &requests[from]);
    for (int spin = 0; spin < (rank + round) % size * 1000; ++spin) mixed((unsigned)spin);
    int note = rank + round;
    for (int to = 0; to < size; ++to)
        MPI_Isend(&note, 1, MPI_INT, to, round, MPI_COMM_WORLD, &requests[size + to]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(2 * size, requests, MPI_STATUSES_IGNORE);
    for (int from = 0; from < size; ++from) CHECK(notes[from] == from + round);
    free(requests);
    free(notes);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int round = 0; round < 20; ++round) check_notes(round);
    for (int round = 0; round < 200; ++round) MPI_Barrier(MPI_COMM_WORLD);
    return end("barriers");
}
