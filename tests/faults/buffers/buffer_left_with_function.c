/* fault:  a function returns while an immediate send from one of its variables is active, and the memory is used anew
           (MPI-5.0 3.7.2)
   expect: MPI_Isend|MPI_Wait & buffer|modified|changed|written
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <string.h>
#include "../faults.h"

static void start(MPI_Request* request) {
    WRONG() RIGHT(static) int values[50000] = {1, 2, 3};
    MPI_Isend(values, 50000, MPI_INT, 1, 0, MPI_COMM_WORLD, request);
}

static int other_work(void) {
    volatile int values[50000];
    for (int k = 0; k < 50000; ++k) values[k] = k;
    return values[49999];
}

int main(void) {
    static int values[50000];
    int rank;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        start(&request);
        other_work();
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(values, 50000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
