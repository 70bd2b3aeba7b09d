/* fault:  after MPI_Init a second thread calls MPI: the level is MPI_THREAD_SINGLE (MPI-5.0 11.6.2)
   expect: thread & MPI_Bcast|MPI_THREAD|SINGLE|FUNNELED
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static void* work(void* value) {
    WRONG(MPI_Bcast(value, 1, MPI_INT, 0, MPI_COMM_WORLD);)
    *(int*)value += 1;
    return NULL;
}

int main(void) {
    int value = 1, provided;
    pthread_t thread;
    WRONG((void)provided;)
    WRONG(MPI_Init(NULL, NULL);) RIGHT(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);)
    pthread_create(&thread, NULL, work, &value);
    pthread_join(thread, NULL);
    RIGHT(MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);)
    MPI_Finalize();
    return 0;
}
