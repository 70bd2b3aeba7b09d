/* fault:  two threads of a rank are in collective operations on one communicator at the same time (MPI-5.0 6.14)
   expect: MPI_Barrier & thread|same time|at once|concurrent|collective
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include <time.h>
#include "../faults.h"

static MPI_Comm other;

static void* enter(void* unused) {
    (void)unused;
    MPI_Barrier(other);
    return NULL;
}

int main(void) {
    int rank, provided;
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    WRONG(MPI_Comm_free(&other);)
    WRONG(other = MPI_COMM_WORLD;)
    struct timespec pause = {0, 50000000};
    if (rank == 1) nanosleep(&pause, NULL); /* both threads of rank 0 wait meanwhile */
    pthread_create(&thread, NULL, enter, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_join(thread, NULL);
    RIGHT(MPI_Comm_free(&other);)
    MPI_Finalize();
    return 0;
}
