/* fault:  a partition is written after MPI_Pready, before the operation is complete (MPI-5.0 4.2.1)
   expect: partition|MPI_Pready & changed|written|modified
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {0};
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Psend_init(values, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (rank == 1) MPI_Precv_init(values, 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    for (int part = 0; rank == 0 && part < 4; ++part) {
        values[part] = part + 1;
        MPI_Pready(part, request);
        WRONG(if (part == 2) values[1] = 7;)
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    RIGHT(if (rank == 1) CHECK(values[1] == 2 && values[3] == 4);)
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
