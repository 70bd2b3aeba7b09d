/* right:  a message of unknown length is probed, by MPI_Probe and by MPI_Mprobe, and received (MPI-5.0 3.8)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[20] = {0}, count;
    MPI_Message message;
    MPI_Status status;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) MPI_Send(values, 4 * rank, MPI_INT, 0, rank, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Mprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK(count == 8);
        MPI_Mrecv(values, count, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(values, count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(count == 4);
        MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
        CHECK(message == MPI_MESSAGE_NO_PROC);
        MPI_Mrecv(NULL, 0, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
