/* fault:  data of a persistent buffered send are changed between its start and its completion (MPI-5.0 3.7.2, 3.9)
   expect: MPI_Bsend_init|MPI_Start & buffer|written|modified|changed
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    static char room[2 * (MPI_BSEND_OVERHEAD + 64)];
    int rank, values[4] = {1, 2, 3, 4}, size;
    void* attached;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Buffer_attach(room, sizeof room);
        MPI_Bsend_init(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        for (int turn = 0; turn < 2; ++turn) {
            MPI_Start(&request);
            WRONG(if (turn == 1) values[1] = -1;)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            values[2] = turn;
        }
        MPI_Request_free(&request);
        MPI_Buffer_detach(&attached, &size);
    }
    if (rank == 1)
        for (int turn = 0; turn < 2; ++turn) MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
