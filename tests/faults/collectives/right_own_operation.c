/* right:  an operation of the program's own, not commutative, on a derived datatype (MPI-5.0 6.9.5)
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

static void compose(void* in, void* inout, int* length, MPI_Datatype* type) {
    int *first = in, *second = inout; /* x -> a x + b */
    (void)type;
    for (int k = 0; k < *length; ++k, first += 2, second += 2) {
        second[1] += second[0] * first[1];
        second[0] *= first[0];
    }
}

int main(void) {
    int rank, mine[2] = {2, 0}, all[2];
    MPI_Datatype map;
    MPI_Op operation;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine[1] = rank;
    MPI_Type_contiguous(2, MPI_INT, &map);
    MPI_Type_commit(&map);
    MPI_Op_create(compose, 0, &operation);
    MPI_Allreduce(mine, all, 1, map, operation, MPI_COMM_WORLD);
    CHECK(all[0] == 16 && all[1] == 4 + 4 + 3);
    MPI_Op_free(&operation);
    MPI_Type_free(&map);
    MPI_Finalize();
    return 0;
}
