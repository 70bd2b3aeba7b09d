/* More receives at once than a cluster has receive tags; messages that come in another order than they were
   asked for, so that a tag which waits for one of them must not keep the others away. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { bytes = 3000, many = 300, go = 7 };

static char data[many][bytes];

static void first(void) {
    MPI_Request late;
    char now[bytes];
    MPI_Irecv(data[0], bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &late);
    MPI_Recv(now, bytes, MPI_BYTE, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_BYTE, 1, go, MPI_COMM_WORLD);
    MPI_Wait(&late, MPI_STATUS_IGNORE);
    if (now[bytes - 1] != 2 || data[0][bytes - 1] != 1) MPI_Abort(MPI_COMM_WORLD, 1);
}

static void other(int rank) {
    char *mine = calloc(bytes, 1);
    mine[bytes - 1] = (char)rank;
    if (rank == 1) MPI_Recv(NULL, 0, MPI_BYTE, 0, go, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank <= 2) MPI_Send(mine, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    free(mine);
}

/* From rank 1 to 0, the receives posted first; the last one asked for is sent first. */
static void flood(int rank) {
    MPI_Request requests[many];
    for (int index = 0; index < many && rank == 0; ++index)
        MPI_Irecv(data[index], bytes, MPI_BYTE, 1, index, MPI_COMM_WORLD, &requests[index]);
    for (int index = many - 1; index >= 0 && rank == 1; --index) {
        data[index][0] = (char)index;
        MPI_Isend(data[index], bytes, MPI_BYTE, 0, index, MPI_COMM_WORLD, &requests[index]);
    }
    if (rank <= 1) MPI_Waitall(many, requests, MPI_STATUSES_IGNORE);
    for (int index = 0; index < many && rank == 0; ++index)
        if (data[index][0] != (char)index) MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        first();
    else
        other(rank);
    flood(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) printf("tags: correct\n");
    MPI_Finalize();
    return 0;
}
