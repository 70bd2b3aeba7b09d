/* fault:  the function of an operation calls MPI_Allreduce (MPI-5.0 6.9.5)
   expect: MPI_Allreduce & operation|MPI_Op_create|function
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

static void add(void* from, void* into, int* count, MPI_Datatype* type) {
    WRONG(int one = 1, all;)
    (void)type;
    WRONG(MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);)
    for (int index = 0; index < *count; ++index) ((int*)into)[index] += ((int*)from)[index];
}

int main(void) {
    int value = 2, sum = 0, rank;
    MPI_Op op;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(add, 1, &op);
    MPI_Reduce(&value, &sum, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
    RIGHT(if (rank == 0) CHECK(sum == 4);)
    WRONG((void)rank;)
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
