/* fault:  a thread waits in MPI with a mutex that the thread which would send needs first (MPI-5.0 11.6.1)
   expect: deadlock & MPI_Recv
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sent = 1;

static void* send(void* unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    MPI_Send(&sent, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    int provided, value;
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    WRONG(pthread_mutex_lock(&mutex);)
    pthread_create(&thread, NULL, send, NULL);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    WRONG(pthread_mutex_unlock(&mutex);)
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
