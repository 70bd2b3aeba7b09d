/* fault:  at MPI_THREAD_SERIALIZED two threads are in MPI at the same time (MPI-5.0 11.6.2)
   expect: thread & SERIALIZED|same time|at once|concurrent|simultaneous|MPI_Recv
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* receive(void* value) {
    RIGHT(pthread_mutex_lock(&mutex);)
    MPI_Recv(value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    RIGHT(pthread_mutex_unlock(&mutex);)
    return NULL;
}

int main(void) {
    int rank, provided, values[2] = {1, 2};
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_create(&thread, NULL, receive, &values[0]);
        receive(&values[1]);
        pthread_join(thread, NULL);
    } else {
        struct timespec pause = {0, 50000000};
        nanosleep(&pause, NULL); /* both receives wait meanwhile */
        for (int k = 0; k < 2; ++k) MPI_Send(&values[k], 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    (void)mutex;
    MPI_Finalize();
    return 0;
}
