// Rank 0 polls, computes or sleeps until a file is there; the others wait for it: rank 1 in MPI_Recv, all others
// in MPI_Barrier. Usage: standing poll|compute FILE
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void stand(int polls, const char* file) {
    volatile double sum = 0;
    int value = 0, flag = 0;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &request);
    printf("standing\n");
    fflush(stdout);
    while (access(file, F_OK) != 0) {
        if (polls) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        for (int step = 0; step < 10000; ++step) sum = sum + step;
    }
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    int rank, size, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        stand(argc > 1 && strcmp(argv[1], "poll") == 0, argv[2]);
        if (size > 1) MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) printf("passed\n");
    MPI_Finalize();
    return 0;
}
