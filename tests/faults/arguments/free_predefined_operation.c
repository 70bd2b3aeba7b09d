/* fault:  a predefined operation is freed (MPI-5.0 6.9.5)
   expect: MPI_Op_free & predefined|permanent|ERR_OP|operation|ERR_ARG
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

static void larger(void* in, void* inout, int* length, MPI_Datatype* type) {
    (void)type;
    for (int k = 0; k < *length; ++k)
        if (((int*)in)[k] > ((int*)inout)[k]) ((int*)inout)[k] = ((int*)in)[k];
}

int main(void) {
    MPI_Op own, operation;
    MPI_Init(NULL, NULL);
    MPI_Op_create(larger, 1, &own);
    operation = WRONG(MPI_MAX) RIGHT(own);
    MPI_Op_free(&operation);
    WRONG(MPI_Op_free(&own);)
    MPI_Finalize();
    return 0;
}
