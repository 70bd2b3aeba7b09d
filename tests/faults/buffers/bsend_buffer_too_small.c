/* fault:  a buffered send of more than the attached buffer has room for: two messages, room for one (MPI-5.0 3.6)
   expect: MPI_Bsend & buffer
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

static char space[2 * (4096 + MPI_BSEND_OVERHEAD)];

int main(void) {
    char data[4096] = {0}, *detached;
    int rank, size;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(space, (int)sizeof space WRONG(/ 2));
    for (int k = 0; rank == 0 && k < 2; ++k) MPI_Bsend(data, 4096, MPI_CHAR, 1, k, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; rank == 1 && k < 2; ++k) MPI_Recv(data, 4096, MPI_CHAR, 0, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&detached, &size);
    MPI_Finalize();
    return 0;
}
