/* fault:  a neighbourhood collective on a communicator without a topology (MPI-5.0 8.6)
   expect: MPI_Neighbor_allgather & topology|ERR_COMM|communicator
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size = 3, around = 1, neighbours[2];
    MPI_Comm ring;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &around, 0, &ring);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, neighbours, 1, MPI_INT, WRONG(MPI_COMM_WORLD) RIGHT(ring));
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
