/* fault:  an operation of the program's own in MPI_Accumulate (MPI-5.0 12.3.4)
   expect: MPI_Accumulate & operation|ERR_OP|MPI_Op|predefined
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

static void larger(void* in, void* inout, int* length, MPI_Datatype* type) {
    (void)type;
    for (int k = 0; k < *length; ++k)
        if (((int*)in)[k] > ((int*)inout)[k]) ((int*)inout)[k] = ((int*)in)[k];
}

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory = 0;
    MPI_Op own;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(larger, 1, &own);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Accumulate(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, WRONG(own) RIGHT(MPI_MAX), window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Op_free(&own);
    MPI_Finalize();
    return 0;
}
