/* fault:  the size of MPI_GROUP_NULL, which is not the empty group (MPI-5.0 7.2.1)
   expect: MPI_Group_size & group
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int size;
    MPI_Group group = WRONG(MPI_GROUP_NULL) RIGHT(MPI_GROUP_EMPTY);
    MPI_Init(NULL, NULL);
    MPI_Group_size(group, &size);
    MPI_Finalize();
    return 0;
}
