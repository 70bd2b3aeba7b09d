// Parallel regions of OpenMP in several processes: how many threads each has, and what a region takes (processes.sh).
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int rank, ranks, provided, all, threads = omp_get_max_threads();
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Reduce(&threads, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%d threads\n", all);
    const double start = MPI_Wtime();
    for (int region = 0; region < 100; ++region) {
#pragma omp parallel num_threads(2)
        __asm__ volatile("");
    }
    const double seconds = MPI_Wtime() - start;
    printf("rank %d of %d: %s\n", rank, ranks, seconds < 1 ? "quick" : "slow");
    MPI_Finalize();
    return 0;
}
