/* fault:  communicators are split off in a loop and never freed (MPI-5.0 7.4.3, 2.5.1)
   expect: MPI_Comm_split|communicator & not freed|neither|leak|left|never
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 5; ++step) {
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &part);
        MPI_Barrier(part);
        RIGHT(MPI_Comm_free(&part);)
    }
    MPI_Finalize();
    return 0;
}
