// MPI_Gather and MPI_Scatter with each root, size class, MPI_IN_PLACE; unused arguments may be anything.
#include "../common/program.h"

static int value_of(int owner, int root, int index) {
    return owner * 100003 + root * 17 + index;
}

static void gather(int root, int count, int in_place) {
    int* own = malloc(((size_t)count + 1) * sizeof *own);
    int* all = rank == root ? malloc(((size_t)count * size + 1) * sizeof *all) : NULL;
    for (int index = 0; index < count; ++index) own[index] = value_of(rank, root, index);
    if (rank == root && in_place && count > 0)
        memcpy(all + (size_t)rank * count, own, (size_t)count * sizeof *own);
    if (rank == root)
        MPI_Gather(in_place ? MPI_IN_PLACE : own, count, MPI_INT, all, count, MPI_INT, root, MPI_COMM_WORLD);
    else
        MPI_Gather(own, count, MPI_INT, NULL, -1, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
    for (int from = 0; rank == root && from < size; ++from)
        for (int index = 0; index < count; ++index)
            CHECK(all[(size_t)from * count + index] == value_of(from, root, index));
    free(all);
    free(own);
}

static void scatter(int root, int count, int in_place) {
    int* own = malloc(((size_t)count + 1) * sizeof *own);
    int* all = rank == root ? malloc(((size_t)count * size + 1) * sizeof *all) : NULL;
    for (int to = 0; rank == root && to < size; ++to)
        for (int index = 0; index < count; ++index)
            all[(size_t)to * count + index] = value_of(to, root, index);
    for (int index = 0; index <= count; ++index) own[index] = -1;
    if (rank == root)
        MPI_Scatter(all, count, MPI_INT, in_place ? MPI_IN_PLACE : own, count, MPI_INT, root, MPI_COMM_WORLD);
    else
        MPI_Scatter(NULL, -1, MPI_DATATYPE_NULL, own, count, MPI_INT, root, MPI_COMM_WORLD);
    const int* received = rank == root && in_place ? all + (size_t)rank * count : own;
    for (int index = 0; index < count; ++index) CHECK(received[index] == value_of(rank, root, index));
    CHECK(own[count] == -1);
    free(all);
    free(own);
}

int main(int argc, char** argv) {
    const int counts[] = {0, 1, 5, 1000, 2048, 30000};
    begin(&argc, &argv);
    for (int root = 0; root < size; ++root)
        for (int index = 0; index < 6; ++index)
            for (int in_place = 0; in_place < 2; ++in_place) {
                gather(root, counts[index], in_place);
                scatter(root, counts[index], in_place);
            }
    return end("gathers and scatters");
}
