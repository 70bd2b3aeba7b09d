// Buffers that are too small for the elements that the call says, and right ones: `sizes CASE`.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double global[10];

static void bcast(void* data, int count, MPI_Datatype type) { MPI_Bcast(data, count, type, 0, MPI_COMM_WORLD); }

struct part {
    int number;
    double values[3];
};

int main(int argc, char** argv) {
    int array[5] = {0}, all[64] = {0}, one = 0, size, at = 0;
    struct part part = {0};
    double* heap = malloc(6 * sizeof *heap);
    const char* wanted = argc > 1 ? argv[1] : "";
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(2, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (strcmp(wanted, "array") == 0) MPI_Bcast(array, 6, MPI_INT, 0, MPI_COMM_WORLD);
    if (strcmp(wanted, "variable") == 0) MPI_Bcast(&one, 2, MPI_INT, 0, MPI_COMM_WORLD);
    if (strcmp(wanted, "behind") == 0) MPI_Bcast(&array[2], 4, MPI_INT, 0, MPI_COMM_WORLD);
    if (strcmp(wanted, "gathered") == 0)
        MPI_Gather(&one, 1, MPI_INT, array, 6 / size + 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (strcmp(wanted, "heap") == 0) bcast(heap, 7, MPI_DOUBLE);
    if (strcmp(wanted, "grown") == 0) {
        heap = realloc(heap, 20 * sizeof *heap);
        bcast(heap, 21, MPI_DOUBLE);
    }
    if (strcmp(wanted, "shrunk") == 0) { // what was found of an address is not kept beyond its block
        bcast(heap, 6, MPI_DOUBLE);
        heap = realloc(heap, 3 * sizeof *heap);
        bcast(heap, 6, MPI_DOUBLE);
    }
    if (strcmp(wanted, "global") == 0) bcast(global, 11, MPI_DOUBLE);
    if (strcmp(wanted, "middle") == 0) bcast(&global[size], 10, MPI_DOUBLE);
    if (strcmp(wanted, "right") == 0) {
        MPI_Bcast(array, 5, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Bcast(&array[1], 2, column, 0, MPI_COMM_WORLD);
        MPI_Bcast(&part, sizeof part, MPI_BYTE, 0, MPI_COMM_WORLD);
        MPI_Bcast(part.values, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        MPI_Bcast(all + at++, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Gather(&one, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
        bcast(heap, 6, MPI_DOUBLE);
        bcast(&heap[3], 3, MPI_DOUBLE);
        bcast(global, 10, MPI_DOUBLE);
        for (int turn = 1; turn < 40; ++turn) { // blocks come and go, and addresses are used again
            heap = realloc(heap, (size_t)turn * turn * sizeof *heap);
            bcast(heap, turn * turn, MPI_DOUBLE);
            char* other = malloc(100);
            bcast(other, 100, MPI_CHAR);
            free(other);
            if (turn % 7 == 0) {
                free(heap);
                heap = NULL;
            }
        }
        if (at != 1) return 1; // arguments are evaluated once
    }
    MPI_Type_free(&column);
    free(heap);
    MPI_Finalize();
    puts("done");
    return 0;
}
