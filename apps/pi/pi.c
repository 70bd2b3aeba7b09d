// Integrates 4/(1+x*x) from 0 to 1, intervals dealt out to the ranks, sums added with MPI_Reduce.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double part_of_pi(long intervals, int rank, int size) {
    double sum = 0, width = 1.0 / (double)intervals;
    for (long interval = rank; interval < intervals; interval += size) {
        double x = ((double)interval + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long intervals = rank == 0 && argc > 1 ? atol(argv[1]) : 1000000;
    if (intervals < 1) {
        fprintf(stderr, "pi: %s: expected a number of intervals, at least 1\n", argv[1]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Bcast(&intervals, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    double part = part_of_pi(intervals, rank, size), sum = 0;
    MPI_Reduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("pi: %.10f, error below %.0e, from %ld intervals on %d ranks\n", sum,
               pow(10, ceil(log10(fabs(sum - acos(-1)) + 1e-15))), intervals, size);
    MPI_Finalize();
    return 0;
}
