// Immediate operations and tags without wildcards, one datatype.
#include <mpi.h>
#include <stdio.h>

enum { messages = 50 };

int main(int argc, char** argv) {
    int rank, size, wrong = 0, sent[messages], got[messages];
    MPI_Request requests[2 * messages];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int number = 0; number < messages; ++number) {
        sent[number] = rank * messages + number;
        MPI_Isend(&sent[number], 1, MPI_INT, (rank + 1) % size, number, MPI_COMM_WORLD, &requests[number]);
    }
    for (int number = messages - 1; number >= 0; --number)
        MPI_Irecv(&got[number], 1, MPI_INT, (rank + size - 1) % size, number, MPI_COMM_WORLD,
                  &requests[messages + number]);
    MPI_Waitall(2 * messages, requests, MPI_STATUSES_IGNORE);
    for (int number = 0; number < messages; ++number)
        wrong += got[number] != (rank + size - 1) % size * messages + number;
    if (wrong) fprintf(stderr, "rank %d: %d wrong messages\n", rank, wrong);
    if (rank == 0 && !wrong) puts("ok: lean immediate operations");
    MPI_Finalize();
    return wrong != 0;
}
