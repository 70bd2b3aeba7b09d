/* fault:  both threads of each rank wait for messages that nobody sends (MPI-5.0 11.6.1)
   expect: deadlock & MPI_Recv
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static int rank;

static void* exchange(void* tag) {
    int mine = 1, theirs;
    RIGHT(if (rank == 0) MPI_Send(&mine, 1, MPI_INT, 1, *(int*)tag, MPI_COMM_WORLD);)
    MPI_Recv(&theirs, 1, MPI_INT, 1 - rank, *(int*)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    WRONG(if (rank == 0) MPI_Send(&mine, 1, MPI_INT, 1, *(int*)tag, MPI_COMM_WORLD);)
    if (rank == 1) MPI_Send(&mine, 1, MPI_INT, 0, *(int*)tag, MPI_COMM_WORLD);
    return NULL;
}

int main(void) {
    int provided, tags[2] = {0, 1};
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&thread, NULL, exchange, &tags[1]);
    exchange(&tags[0]);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
