/* fault:  both buffers of MPI_Reduce_local are the same (MPI-5.0 6.9.7, 2.3: out arguments do not alias others)
   expect: MPI_Reduce_local & buffer|overlap|alias
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int values[2] = {1, 2}, sum[2] = {0, 0};
    MPI_Init(NULL, NULL);
    MPI_Reduce_local(values, WRONG(values) RIGHT(sum), 2, MPI_INT, MPI_SUM);
    MPI_Finalize();
    return sum[0] == 7;
}
