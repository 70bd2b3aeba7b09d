/* fault:  two messages with one tag are received in the wrong order: the longer one, sent first, into the shorter
           buffer (MPI-5.0 3.5: messages do not overtake)
   expect: MPI_Recv & truncat
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, header = 3, data[3] = {1, 2, 3};
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        RIGHT(MPI_Send(&header, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);)
        MPI_Send(data, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
        WRONG(MPI_Send(&header, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);)
    } else {
        MPI_Recv(&header, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(data, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
