/* right:  at MPI_THREAD_SERIALIZED threads call MPI in turn, which a mutex ensures (MPI-5.0 11.6.2)
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int rank;

static void* exchange(void* number) {
    int tag = *(int*)number, mine = tag, theirs = -1;
    pthread_mutex_lock(&mutex);
    MPI_Sendrecv(&mine, 1, MPI_INT, rank, tag, &theirs, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&mutex);
    CHECK(theirs == tag);
    return NULL;
}

int main(void) {
    int provided, numbers[2] = {0, 1};
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    CHECK(provided >= MPI_THREAD_SERIALIZED);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&thread, NULL, exchange, &numbers[1]);
    exchange(&numbers[0]);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
