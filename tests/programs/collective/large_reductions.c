// Reductions of many elements, each root, in place or not; the buffers of the other ranks stay as they were.
#include "../common/program.h"

enum { largest = 50000 };

static double own[largest], result[largest];

static void reduce(int root, int count) {
    for (int place = 0; place < count; ++place) own[place] = rank + place, result[place] = -1;
    MPI_Reduce(own, result, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
    for (int place = 0; place < count; ++place) {
        CHECK(own[place] == rank + place);
        CHECK(result[place] == (rank == root ? (double)size * place + size * (size - 1) / 2 : -1));
    }
}

static void reduce_to_all(int count) {
    for (int place = 0; place < count; ++place) result[place] = rank * place;
    MPI_Allreduce(MPI_IN_PLACE, result, count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (int place = 0; place < count; ++place) CHECK(result[place] == (double)(size - 1) * place);
}

int main(int argc, char** argv) {
    const int counts[] = {1, 100, 896, 1024, 1152, largest};
    begin(&argc, &argv);
    for (int place = 0; place < 6; ++place) {
        for (int root = 0; root < size; ++root) reduce(root, counts[place]);
        reduce_to_all(counts[place]);
    }
    return end("large reductions");
}
