// Every rank sends rank 0 more messages than its cluster has memory for, before that receives one.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { messages = 16, bytes = 4000 };

static char data[bytes];

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Request requests[messages];
    memset(data, rank, bytes);
    if (rank != 0)
        for (int index = 0; index < messages; ++index)
            MPI_Isend(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[index]);
    MPI_Barrier(MPI_COMM_WORLD); // without messages: by words
    for (int source = 1; rank == 0 && source < size; ++source)
        for (int index = 0; index < messages; ++index) {
            MPI_Recv(data, bytes, MPI_BYTE, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (data[0] != source || data[bytes - 1] != source) MPI_Abort(MPI_COMM_WORLD, 1);
        }
    if (rank != 0) MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) puts("flood: correct");
    MPI_Finalize();
    return 0;
}
