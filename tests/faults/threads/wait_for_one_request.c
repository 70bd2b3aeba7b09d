/* fault:  two threads wait for the same request at the same time (MPI-5.0 11.6.1)
   expect: MPI_Wait & request|thread
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include <time.h>
#include "../faults.h"

static MPI_Request requests[2];

static void* wait_for(void* request) {
    MPI_Wait(request, MPI_STATUS_IGNORE);
    return NULL;
}

int main(void) {
    int rank, provided, values[2] = {1, 2};
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int k = 0; k < 2; ++k) MPI_Irecv(&values[k], 1, MPI_INT, 1, k, MPI_COMM_WORLD, &requests[k]);
        pthread_create(&thread, NULL, wait_for, &requests[0]);
        MPI_Wait(&requests[WRONG(0) RIGHT(1)], MPI_STATUS_IGNORE);
        pthread_join(thread, NULL);
        WRONG(MPI_Wait(&requests[1], MPI_STATUS_IGNORE);)
    } else {
        struct timespec pause = {0, 50000000};
        nanosleep(&pause, NULL); /* both threads wait meanwhile */
        for (int k = 0; k < 2; ++k) MPI_Send(&values[k], 1, MPI_INT, 0, k, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
