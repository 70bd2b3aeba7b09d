/* fault:  two threads of a rank lock the same target of one window (MPI-5.0 12.5.3, 11.6.1)
   expect: MPI_Win_lock & lock|epoch|RMA_SYNC|synchron
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include <time.h>
#include "../faults.h"

static MPI_Win window;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* access_window(void* value) {
    struct timespec pause = {0, 50000000};
    RIGHT(pthread_mutex_lock(&mutex);)
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Accumulate(value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    nanosleep(&pause, NULL); /* the other thread has locked it, too, meanwhile */
    MPI_Win_unlock(0, window);
    RIGHT(pthread_mutex_unlock(&mutex);)
    return NULL;
}

int main(void) {
    int provided, values[2] = {1, 2};
    _Alignas(16) int memory = 0;
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    pthread_create(&thread, NULL, access_window, &values[0]);
    access_window(&values[1]);
    pthread_join(thread, NULL);
    (void)mutex;
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
