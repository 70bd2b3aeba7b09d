/* fault:  the group of a communicator is asked for and never freed (MPI-5.0 7.3.3)
   expect: MPI_Comm_group|group & not freed|neither|leak|left|never
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int size;
    MPI_Group group;
    MPI_Init(NULL, NULL);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_size(group, &size);
    RIGHT(MPI_Group_free(&group);)
    MPI_Finalize();
    return 0;
}
