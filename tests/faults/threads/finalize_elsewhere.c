/* fault:  MPI_Finalize is called by another thread than MPI_Init_thread (MPI-5.0 11.2.2, 11.6.1)
   expect: MPI_Finalize & thread
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static void* end(void* unused) {
    (void)unused;
    WRONG(MPI_Finalize();) RIGHT(MPI_Barrier(MPI_COMM_SELF);)
    return NULL;
}

int main(void) {
    int provided;
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    pthread_create(&thread, NULL, end, NULL);
    pthread_join(thread, NULL);
    RIGHT(MPI_Finalize();)
    return 0;
}
