/* fault:  MPI_Win_wait without MPI_Win_post (MPI-5.0 12.5.2)
   expect: MPI_Win_wait & post|epoch|RMA_SYNC|synchron
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    _Alignas(16) int memory = 0;
    MPI_Group group;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_group(MPI_COMM_SELF, &group);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_SELF, &window);
    RIGHT(MPI_Win_post(group, 0, window);)
    RIGHT(MPI_Win_start(group, 0, window);)
    RIGHT(MPI_Win_complete(window);)
    MPI_Win_wait(window);
    MPI_Win_free(&window);
    MPI_Group_free(&group);
    MPI_Finalize();
    return 0;
}
