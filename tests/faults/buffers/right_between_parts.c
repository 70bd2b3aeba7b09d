/* right:  what is between the parts of a nonblocking collective is the program's, and so is what others than the root have
           passed where only the root's is significant; parts of a send may be the same (MPI-5.0 6.12)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, sent[9] = {0}, received[9] = {0};
    const int counts[3] = {1, 1, 1}, apart[3] = {0, 3, 6}, same[3] = {2, 2, 2}, close[3] = {0, 1, 2};
    MPI_Request requests[4];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ialltoallv(sent, counts, apart, MPI_INT, received, counts, apart, MPI_INT, MPI_COMM_WORLD, &requests[0]);
    MPI_Ialltoallv(sent, counts, same, MPI_INT, received + 1, counts, apart, MPI_INT, MPI_COMM_WORLD, &requests[1]);
    sent[1] = sent[4] = sent[7] = rank;
    received[2] = received[5] = received[8] = rank;
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Iscatterv(sent, counts, close, MPI_INT, received, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
    if (rank != 0) sent[0] = rank;
    MPI_Iallgatherv(sent + 5, 1, MPI_INT, received + 3, counts, close, MPI_INT, MPI_COMM_WORLD, &requests[1]);
    MPI_Igatherv(sent + 5, 1, MPI_INT, received + 6, counts, close, MPI_INT, 1, MPI_COMM_WORLD, &requests[2]);
    if (rank != 1) received[6] = rank;
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
