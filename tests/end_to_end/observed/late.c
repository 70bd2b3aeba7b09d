/* Each pattern of waiting once, 50 ms long, on 4 ranks; the lines are known to observed.sh. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void pause_here(void) { usleep(50000); }

int main(void) {
    enum { ints = 1 << 20 }; /* no message of this size is sent before its receive */
    int* data = malloc(sizeof(int) * ints);
    int rank, one = 1, sum = 0;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(data, 0, sizeof(int) * ints);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        pause_here();
        MPI_Send(&one, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    }
    if (rank == 1) MPI_Recv(&sum, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* late sender */
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) MPI_Send(data, ints, MPI_INT, 3, 8, MPI_COMM_WORLD); /* late receiver */
    if (rank == 3) {
        pause_here();
        MPI_Recv(data, ints, MPI_INT, 2, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) pause_here();
    MPI_Barrier(MPI_COMM_WORLD); /* wait at barrier */
    if (rank == 2) pause_here();
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* wait at NxN */
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 3) pause_here();
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); /* early reduce */
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) pause_here();
    MPI_Bcast(data, 100, MPI_INT, 0, MPI_COMM_WORLD); /* late broadcast */
    free(data);
    MPI_Finalize();
    return 0;
}
