/* fault:  data of a nonblocking buffered send are changed before it is complete (MPI-5.0 3.7.2)
   expect: MPI_Ibsend & buffer|written|modified|changed
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    static char room[MPI_BSEND_OVERHEAD + 64];
    int rank, values[4] = {1, 2, 3, 4}, size;
    void* attached;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Buffer_attach(room, sizeof room);
        MPI_Ibsend(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        WRONG(values[1] = -1;)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(values[1] = -1;)
        MPI_Buffer_detach(&attached, &size);
    }
    if (rank == 1) MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
