/* fault:  the same rank twice in a group (MPI-5.0 7.3.2)
   expect: MPI_Group_incl & rank
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int ranks[3] = {2, 0, WRONG(2) RIGHT(1)};
    MPI_Group all, some;
    MPI_Init(NULL, NULL);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 3, ranks, &some);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
