// Sums and products of numbers of very different size, to the last bit those of joining the operands one after the
// other in the order of the ranks.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, failures;

static double number(int owner, int index) {
    unsigned mixed = (unsigned)(owner * 7919 + index * 104729 + 1) * 2654435761u;
    double value = 1.0 + mixed / 4294967296.0;
    for (unsigned steps = mixed % 40; steps > 0; --steps) value *= 1.7;
    return mixed % 2 ? value : -1 / value;
}

static double joined(int index, int last) {
    double sum = number(0, index);
    for (int owner = 1; owner <= last; ++owner) sum += number(owner, index);
    return sum;
}

static void check(const double* found, int first, int count, int last, const char* what) {
    for (int index = 0; index < count; ++index) {
        double expected = joined(first + index, last);
        if (memcmp(&found[index], &expected, sizeof expected) == 0) continue;
        if (++failures <= 2) fprintf(stderr, "rank %d: %s: %a, expected %a\n", rank, what, found[index], expected);
    }
}

static void reductions(int count) {
    double* own = malloc(sizeof(double) * (size_t)count * (size_t)size);
    double* result = malloc(sizeof(double) * (size_t)count);
    for (int index = 0; index < count * size; ++index) own[index] = number(rank, index);
    for (int root = 0; root < size; root += 3) {
        MPI_Reduce(own, result, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
        if (rank == root) check(result, 0, count, size - 1, "Reduce");
    }
    MPI_Allreduce(own, result, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    check(result, 0, count, size - 1, "Allreduce");
    MPI_Scan(own, result, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    check(result, 0, count, rank, "Scan");
    MPI_Reduce_scatter_block(own, result, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    check(result, rank * count, count, size - 1, "Reduce_scatter_block");
    free(own);
    free(result);
}

int main(int argc, char** argv) {
    int all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    reductions(1);
    reductions(50);
    reductions(5000);
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf(all == 0 ? "ok: equal bits\n" : "FAILED: %d numbers differ\n", all);
    MPI_Finalize();
    return all != 0;
}
