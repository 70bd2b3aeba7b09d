/* fault:  two threads probe and then receive: both see the same message, and one takes the other's (MPI-5.0 3.8.1:
           that is what MPI_Mprobe is for)
   expect: deadlock|race & MPI_Recv
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static pthread_barrier_t both;

static void* take(void* unused) {
    int value;
    (void)unused;
    RIGHT(MPI_Message message;)
    WRONG(MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    RIGHT(MPI_Mprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);)
    pthread_barrier_wait(&both);
    WRONG(MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    RIGHT(MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);)
    return NULL;
}

int main(void) {
    int provided, value = 1;
    pthread_t thread;
    MPI_Request requests[2];
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    pthread_barrier_init(&both, NULL, 2);
    for (int tag = 0; tag < 2; ++tag) MPI_Isend(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &requests[tag]);
    pthread_create(&thread, NULL, take, NULL);
    take(NULL);
    pthread_join(thread, NULL);
    WRONG(MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
