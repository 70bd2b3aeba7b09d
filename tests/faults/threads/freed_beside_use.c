/* fault:  a thread uses a communicator that the main thread has freed (MPI-5.0 7.4.3, 11.6.1)
   expect: MPI_Comm_size & communicator|ERR_COMM
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static MPI_Comm own;

static void* use(void* comm) {
    int size;
    MPI_Comm_size(*(MPI_Comm*)comm, &size);
    return NULL;
}

int main(void) {
    int provided;
    pthread_t thread;
    MPI_Comm copy;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    copy = own;
    WRONG(MPI_Comm_free(&own);)
    pthread_create(&thread, NULL, use, &copy);
    pthread_join(thread, NULL);
    RIGHT(MPI_Comm_free(&own);)
    MPI_Finalize();
    return 0;
}
