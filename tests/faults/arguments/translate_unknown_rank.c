/* fault:  a rank that is not in the group is translated (MPI-5.0 7.3.1)
   expect: MPI_Group_translate_ranks & rank
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int ranks[2] = {0, WRONG(2) RIGHT(1)}, theirs[2];
    MPI_Group group;
    MPI_Init(NULL, NULL);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_translate_ranks(group, 2, ranks, group, theirs);
    MPI_Group_free(&group);
    MPI_Finalize();
    return 0;
}
