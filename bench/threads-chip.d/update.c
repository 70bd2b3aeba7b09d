// The update of HPL with the threads of a rank: in each step one rank broadcasts a panel of N x B numbers, and all add
// its product with a panel of their own to their block of N x N (MPPA-MPI, section VI). It computes and checks the
// numbers; their virtual time is that of a PE at its peak: 70 GFLOPS for 256 PEs at 400 MHz, so 256 cycles take 175
// operations.
//
//   update N B STEPS
#include <mpi.h>
#include <sartor.h>
#include <stdio.h>
#include <stdlib.h>

static void multiply(int row, int n, int b, const double* left, const double* right, double* block) {
    for (int k = 0; k < b; ++k)
        for (int column = 0; column < n; ++column)
            block[row * n + column] += left[row * b + k] * right[k * n + column];
    sartor_compute(2ull * (unsigned)n * (unsigned)b * 256 / 175);
}

static void update(int n, int b, const double* left, const double* right, double* block) {
#pragma omp parallel for schedule(static)
    for (int row = 0; row < n; ++row) multiply(row, n, b, left, right, block);
}

static double* numbers(int count, double value) {
    double* memory = malloc((size_t)count * sizeof *memory);
    for (int i = 0; memory != NULL && i < count; ++i) memory[i] = value;
    return memory;
}

static int is_right(int count, const double* block, double expected) {
    for (int i = 0; i < count; ++i)
        if (block[i] != expected) return 0;
    return 1;
}

int main(int argc, char** argv) {
    int level, rank, size;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int n = argc == 4 ? atoi(argv[1]) : 0, b = argc == 4 ? atoi(argv[2]) : 0;
    const int steps = argc == 4 ? atoi(argv[3]) : 0;
    double* block = numbers(n * n, 0);
    double* left = numbers(n * b, 1);
    double* right = numbers(n * b, 2);
    if (n < 1 || b < 1 || steps < 1 || block == NULL || left == NULL || right == NULL) {
        fprintf(stderr, "usage: update N B STEPS, with blocks that fit the memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    double computing = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int step = 0; step < steps; ++step) {
        MPI_Bcast(left, n * b, MPI_DOUBLE, step % size, MPI_COMM_WORLD);
        const double before = MPI_Wtime();
        update(n, b, left, right, block);
        computing += MPI_Wtime() - before;
    }
    const double all = MPI_Wtime() - begin;
    if (!is_right(n * n, block, 2.0 * b * steps)) MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 0) printf("%.9f %.9f\n", computing / steps, all / steps);
    MPI_Finalize();
    return 0;
}
