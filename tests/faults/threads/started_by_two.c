/* fault:  two threads start the same persistent request (MPI-5.0 3.9, 11.6.1)
   expect: MPI_Start & active|request|ERR_REQUEST
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static MPI_Request requests[2];

static void* start(void* request) {
    MPI_Start(request);
    return NULL;
}

int main(void) {
    int provided, got[2], values[2] = {1, 2};
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    for (int k = 0; k < 2; ++k) MPI_Recv_init(&got[k], 1, MPI_INT, 0, k, MPI_COMM_WORLD, &requests[k]);
    pthread_create(&thread, NULL, start, &requests[0]);
    start(&requests[WRONG(0) RIGHT(1)]);
    pthread_join(thread, NULL);
    for (int k = 0; k < 2 WRONG(- 1); ++k) MPI_Send(&values[k], 1, MPI_INT, 0, k, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < 2; ++k) MPI_Request_free(&requests[k]);
    MPI_Finalize();
    return 0;
}
