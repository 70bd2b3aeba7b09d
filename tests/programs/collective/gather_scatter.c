// MPI_Gather and MPI_Scatter with each root, size class, MPI_IN_PLACE; unused arguments may be anything.
#include "../common/program.h"

static int value_of(int owner, int root, int place) {
    return owner * 100003 + root * 17 + place;
}

static void gather(int root, int count, int in_place) {
    int* own = malloc(((size_t)count + 1) * sizeof *own);
    int* all = rank == root ? malloc(((size_t)count * size + 1) * sizeof *all) : NULL;
    for (int place = 0; place < count; ++place) own[place] = value_of(rank, root, place);
    if (rank == root && in_place && count > 0)
        memcpy(all + (size_t)rank * count, own, (size_t)count * sizeof *own);
    if (rank == root)
        MPI_Gather(in_place ? MPI_IN_PLACE : own, count, MPI_INT, all, count, MPI_INT, root, MPI_COMM_WORLD);
    else
        MPI_Gather(own, count, MPI_INT, NULL, -1, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
    for (int from = 0; rank == root && from < size; ++from)
        for (int place = 0; place < count; ++place)
            CHECK(all[(size_t)from * count + place] == value_of(from, root, place));
    free(all);
    free(own);
}

static void scatter(int root, int count, int in_place) {
    int* own = malloc(((size_t)count + 1) * sizeof *own);
    int* all = rank == root ? malloc(((size_t)count * size + 1) * sizeof *all) : NULL;
    for (int to = 0; rank == root && to < size; ++to)
        for (int place = 0; place < count; ++place)
            all[(size_t)to * count + place] = value_of(to, root, place);
    for (int place = 0; place <= count; ++place) own[place] = -1;
    if (rank == root)
        MPI_Scatter(all, count, MPI_INT, in_place ? MPI_IN_PLACE : own, count, MPI_INT, root, MPI_COMM_WORLD);
    else
        MPI_Scatter(NULL, -1, MPI_DATATYPE_NULL, own, count, MPI_INT, root, MPI_COMM_WORLD);
    const int* received = rank == root && in_place ? all + (size_t)rank * count : own;
    for (int place = 0; place < count; ++place) CHECK(received[place] == value_of(rank, root, place));
    CHECK(own[count] == -1);
    free(all);
    free(own);
}

int main(int argc, char** argv) {
    const int counts[] = {0, 1, 5, 1000, 2048, 30000};
    begin(&argc, &argv);
    for (int root = 0; root < size; ++root)
        for (int place = 0; place < 6; ++place)
            for (int in_place = 0; in_place < 2; ++in_place) {
                gather(root, counts[place], in_place);
                scatter(root, counts[place], in_place);
            }
    return end("gathers and scatters");
}
