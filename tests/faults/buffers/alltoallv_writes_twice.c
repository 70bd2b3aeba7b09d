/* fault:  two blocks that are received have the same displacement (MPI-5.0 6.8)
   expect: MPI_Alltoallv & overlap|twice|displacement
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int out[2] = {1, 2}, in[2], counts[2] = {1, 1}, from[2] = {0, 1}, to[2] = {0, WRONG(0) RIGHT(1)};
    MPI_Init(NULL, NULL);
    MPI_Alltoallv(out, counts, from, MPI_INT, in, counts, to, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
