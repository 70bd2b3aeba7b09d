/* fault:  MPI_Finalize while another thread of the rank is in MPI (MPI-5.0 11.2.2)
   expect: MPI_Finalize & \bthread|pending|MPI_Recv|active
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include <time.h>
#include "../faults.h"

static void* receive(void* value) {
    MPI_Recv(value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

int main(void) {
    static int value = 1;
    int rank, provided;
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    struct timespec pause = {0, 50000000};
    if (rank == 0) {
        pthread_create(&thread, NULL, receive, &value);
        nanosleep(&pause, NULL); /* the thread is in MPI_Recv now */
        RIGHT(pthread_join(thread, NULL);)
    } else
        RIGHT(MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD)) WRONG((void)pause);
    MPI_Finalize();
    return 0;
}
