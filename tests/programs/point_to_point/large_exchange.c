// All ranks send large messages to all others at once and receive then: Isend never waits for the other side.
#include "../common/program.h"

enum { count = 60000 };

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int* sent = malloc((size_t)count * sizeof *sent);
    int* got = malloc((size_t)count * size * sizeof *got);
    MPI_Request* requests = malloc((size_t)size * sizeof *requests);
    for (int index = 0; index < count; ++index) sent[index] = rank * 3 + index;
    for (int to = 0; to < size; ++to)
        MPI_Isend(sent, count, MPI_INT, to, rank, MPI_COMM_WORLD, &requests[to]);
    for (int from = size - 1; from >= 0; --from)
        MPI_Recv(got + (size_t)from * count, count, MPI_INT, from, from, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
    for (int from = 0; from < size; ++from)
        for (int index = 0; index < count; index += 7)
            CHECK(got[(size_t)from * count + index] == from * 3 + index);
    free(requests);
    free(got);
    free(sent);
    return end("large messages all at once");
}
