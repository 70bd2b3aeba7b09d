/* fault:  at MPI_THREAD_FUNNELED another thread than the main one calls MPI (MPI-5.0 11.6.2)
   expect: thread & MPI_Send|MPI_THREAD|FUNNELED
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static void* send(void* value) {
    MPI_Send(value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return NULL;
}

int main(void) {
    int rank, provided, value = 1;
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        WRONG(pthread_create(&thread, NULL, send, &value);)
        WRONG(pthread_join(thread, NULL);)
        RIGHT((void)thread; send(&value);)
    } else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
