/* fault:  with itself a rank exchanges one number by MPI_Alltoall and expects two (MPI-5.0 6.8)
   expect: MPI_Alltoall & truncat|count|length|bytes|size
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int out[2] = {1, 2}, in[2];
    MPI_Init(NULL, NULL);
    MPI_Alltoall(out, 2 WRONG(- 1), MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
