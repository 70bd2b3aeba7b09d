/* fault:  data that a nonblocking all-to-all sends are changed before it is complete, in parts of different lengths
           (MPI-5.0 6.12)
   expect: MPI_Ialltoallv & buffer|written|modified|changed
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, sent[5] = {1, 2, 3, 4, 5}, received[5] = {0};
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int sent_counts[2] = {2 + rank, 3 - rank}, sent_places[2] = {0, 2 + rank};
    const int counts[2] = {2 + rank, 3 - rank}, places[2] = {0, 2 + rank};
    if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Ialltoallv(sent, sent_counts, sent_places, MPI_INT, received, counts, places, MPI_INT, MPI_COMM_WORLD, &request);
    WRONG(sent[3] = -1;)
    if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    RIGHT(sent[3] = -1;)
    MPI_Finalize();
    return 0;
}
