// Elements of 32 bytes in so many blocks that their layout has pieces of half an element, in windows whose
// program wants no more than elements to be atomic (MPI-5.0 section 12.3.4).
// ranks: 1 2 3 5 8
// oracle: mpich
#include <complex.h>

#include "../common/windows.h"

enum { blocks = 100 };
typedef long double _Complex Element;

static int lengths[blocks], places[blocks], elements, extent;

static MPI_Datatype scattered(void) {
    MPI_Datatype type;
    for (int block = 0; block < blocks; ++block) {
        lengths[block] = 1 + block % 2;
        places[block] = extent;
        extent += lengths[block] + 1 + block % 3;
        elements += lengths[block];
    }
    MPI_Type_indexed(blocks, lengths, places, MPI_C_LONG_DOUBLE_COMPLEX, &type);
    MPI_Type_commit(&type);
    return type;
}

static void add_twice(MPI_Datatype type, MPI_Info hints) {
    Element* part;
    MPI_Win win;
    MPI_Win_allocate(extent * (MPI_Aint)sizeof *part, sizeof *part, hints, MPI_COMM_WORLD, &part, &win);
    for (int index = 0; index < extent; ++index) part[index] = 0;
    Element values[2 * blocks], before[2 * blocks];
    for (int index = 0; index < elements; ++index) values[index] = index + 1 + 2 * index * I;

    const int target = right_of(rank);
    MPI_Win_fence(0, win);
    MPI_Accumulate(values, elements, MPI_C_LONG_DOUBLE_COMPLEX, target, 0, 1, type, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(values, elements, MPI_C_LONG_DOUBLE_COMPLEX, before, elements,
                       MPI_C_LONG_DOUBLE_COMPLEX, target, 0, 1, type, MPI_SUM, win);
    MPI_Win_fence(0, win);

    int next = 0;
    for (int index = 0; index < elements; ++index) CHECK(before[index] == values[index]);
    for (int block = 0; block < blocks; ++block)
        for (int element = 0; element < lengths[block]; ++element, ++next)
            CHECK(part[places[block] + element] == 2 * values[next]);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Datatype type = scattered();
    add_twice(type, MPI_INFO_NULL);
    MPI_Info hints;
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "mpi_accumulate_granularity", "1");
    add_twice(type, hints);
    MPI_Info_free(&hints);
    MPI_Type_free(&type);
    return end_of_windows("long elements");
}
