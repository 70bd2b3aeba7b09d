// All threads of all ranks wait for ever: in MPI, for the end of a thread, for a mutex.
// ranks: 2 3
// flags: -g -pthread
// exit: 3
// stderr: deadlock: [23] of [23] ranks are blocked, nothing is under way
// stderr: rank 0: a thread waits in MPI_Recv for a message from rank 1 with tag 7.*receive_in_thread
// stderr: rank 0: a thread waits in MPI_Recv for a message from rank 1 with tag 8.*receive_in_thread
// stderr: rank 1 is not in MPI; its last MPI call is MPI_Send
// machine: host
// oracle: no
#include "../common/program.h"
#include <pthread.h>

static void* receive_in_thread(void* tag) {
    int value;
    MPI_Recv(&value, 1, MPI_INT, 1, (int)(long)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char** argv) {
    pthread_t threads[2];
    int provided, value = 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    find_rank();
    CHECK(provided == MPI_THREAD_MULTIPLE);
    if (rank == 0) {
        for (long which = 0; which < 2; ++which)
            pthread_create(&threads[which], NULL, receive_in_thread, (void*)(7 + which));
        for (int which = 0; which < 2; ++which) pthread_join(threads[which], NULL);
    } else if (rank == 1) {
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        MPI_Send(&value, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
        pthread_mutex_lock(&mutex);
        pthread_mutex_lock(&mutex);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return end("not reached");
}
