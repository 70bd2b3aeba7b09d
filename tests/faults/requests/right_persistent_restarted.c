/* right:  persistent requests are started again and again, with new data in the same buffers, in part by
           MPI_Startall (MPI-5.0 3.9)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size, mine, theirs = -1;
    MPI_Request both[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size;
    MPI_Send_init(&mine, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Recv_init(&theirs, 1, MPI_INT, left, 0, MPI_COMM_WORLD, &both[1]);
    for (int round = 0; round < 5; ++round) {
        mine = 10 * round + rank;
        if (round % 2 == 0) MPI_Startall(2, both);
        else for (int k = 1; k >= 0; --k) MPI_Start(&both[k]);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        CHECK(theirs == 10 * round + left);
        theirs = -1; /* inactive: the program's own again */
    }
    for (int k = 0; k < 2; ++k) MPI_Request_free(&both[k]);
    MPI_Finalize();
    return 0;
}
