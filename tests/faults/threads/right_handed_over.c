/* right:  a request that one thread starts is completed by another; a collective that one thread begins on a
           communicator follows one of another thread, which has ended (MPI-5.0 11.6.1, 6.14)
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static MPI_Request request;
static int rank, got = -1;

static void* start(void* unused) {
    (void)unused;
    MPI_Irecv(&got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    return NULL;
}

int main(void) {
    int provided;
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&thread, NULL, start, NULL);
    pthread_join(thread, NULL);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == 1 - rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
