/* fault:  the receive count of a gather is that of all ranks together, not that of one (MPI-5.0 6.5)
   expect: MPI_Gather & truncat|count|length|bytes|size
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int mine = 1, all[4];
    MPI_Init(NULL, NULL);
    MPI_Gather(&mine, 1, MPI_INT, all, 1 WRONG(* 2), MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
