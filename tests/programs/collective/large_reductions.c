// Reductions of many elements, each root, in place or not; the buffers of the other ranks stay as they were.
#include "../common/program.h"

enum { largest = 50000 };

static double own[largest], result[largest];

static void reduce(int root, int count) {
    for (int index = 0; index < count; ++index) own[index] = rank + index, result[index] = -1;
    MPI_Reduce(own, result, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
    for (int index = 0; index < count; ++index) {
        CHECK(own[index] == rank + index);
        CHECK(result[index] == (rank == root ? (double)size * index + size * (size - 1) / 2 : -1));
    }
}

static void reduce_to_all(int count) {
    for (int index = 0; index < count; ++index) result[index] = rank * index;
    MPI_Allreduce(MPI_IN_PLACE, result, count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (int index = 0; index < count; ++index) CHECK(result[index] == (double)(size - 1) * index);
}

int main(int argc, char** argv) {
    const int counts[] = {1, 100, 896, 1024, 1152, largest};
    begin(&argc, &argv);
    for (int index = 0; index < 6; ++index) {
        for (int root = 0; root < size; ++root) reduce(root, counts[index]);
        reduce_to_all(counts[index]);
    }
    return end("large reductions");
}
