/* right:  the function of an operation calls local functions of MPI (MPI-5.0 6.9.5)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

static void add(void* from, void* into, int* count, MPI_Datatype* type) {
    int bytes;
    MPI_Type_size(*type, &bytes);
    CHECK(bytes == (int)sizeof(int));
    MPI_Reduce_local(from, into, *count, *type, MPI_SUM);
}

int main(void) {
    int value = 2, sum = 0;
    MPI_Op op;
    MPI_Init(NULL, NULL);
    MPI_Op_create(add, 1, &op);
    for (int turn = 0; turn < 3; ++turn) MPI_Allreduce(&value, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    CHECK(sum == 6);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
