// Elements of 32 bytes in so many blocks that their layout has pieces of half an element, in windows whose program wants
// no more than elements to be atomic.
#include <complex.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { blocks = 100 };

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int lengths[blocks], places[blocks], total = 0, extent = 0;
    for (int block = 0; block < blocks; ++block) {
        lengths[block] = 1 + block % 2;
        places[block] = extent;
        extent += lengths[block] + 1 + block % 3;
        total += lengths[block];
    }
    MPI_Datatype type;
    MPI_Type_indexed(blocks, lengths, places, MPI_C_LONG_DOUBLE_COMPLEX, &type);
    MPI_Type_commit(&type);

    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_accumulate_granularity", "1");
    long double _Complex* part;
    MPI_Win window;
    MPI_Win_allocate((MPI_Aint)(extent * sizeof *part), sizeof *part, info, MPI_COMM_WORLD, &part, &window);
    for (int index = 0; index < extent; ++index) part[index] = 0;
    long double _Complex* values = malloc(total * sizeof *values);
    long double _Complex* before = malloc(total * sizeof *before);
    for (int index = 0; index < total; ++index) values[index] = index + 1 + 2 * index * I;

    MPI_Win_fence(0, window);
    MPI_Accumulate(values, total, MPI_C_LONG_DOUBLE_COMPLEX, (rank + 1) % size, 0, 1, type, MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_Get_accumulate(values, total, MPI_C_LONG_DOUBLE_COMPLEX, before, total, MPI_C_LONG_DOUBLE_COMPLEX, (rank + 1) % size,
                       0, 1, type, MPI_SUM, window);
    MPI_Win_fence(0, window);

    int wrong = 0, next = 0;
    for (int index = 0; index < total; ++index) wrong += before[index] != values[index];
    for (int block = 0; block < blocks; ++block)
        for (int element = 0; element < lengths[block]; ++element, ++next)
            wrong += part[places[block] + element] != 2 * values[next];
    printf("rank %d: %d elements, %d wrong\n", rank, total, wrong);
    free(before);
    free(values);
    MPI_Win_free(&window);
    MPI_Info_free(&info);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong != 0;
}
