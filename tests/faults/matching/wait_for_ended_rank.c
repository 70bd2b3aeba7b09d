/* fault:  a message is awaited from a rank that is already in MPI_Finalize (MPI-5.0 11.2.2)
   expect: deadlock & MPI_Recv
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, round, value = 0;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int rounds = rank == 0 ? 3 : 3 WRONG(+ 1);
    for (round = 0; round < rounds; ++round) {
        if (rank == 0) MPI_Send(&round, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
