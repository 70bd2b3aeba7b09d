// A hundred times an allreduce, a barrier and a broadcast of 8 bytes, and that twice: collectives [TIMES]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int times = argc > 1 ? atoi(argv[1]) : 100;
    for (int half = 0; half < 2; ++half) {
        for (int round = 0; round < times; ++round) {
            double mine = rank, sum = 0;
            MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            if (sum != (double)size * (size - 1) / 2) MPI_Abort(MPI_COMM_WORLD, 1);
            MPI_Barrier(MPI_COMM_WORLD);
            double told = rank == 0 ? round : -1;
            MPI_Bcast(&told, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            if (told != round) MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    if (rank == 0) printf("collectives: %d ranks, correct, %.6f s of the machine's time\n", size, MPI_Wtime());
    MPI_Finalize();
    return 0;
}
