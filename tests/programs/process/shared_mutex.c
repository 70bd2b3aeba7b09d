// Mutexes, conditions and barriers in shared memory between ranks.
// ranks: 2 6
// machine: host
#include "../common/program.h"
#include <pthread.h>
#include <unistd.h>

struct Shared {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    pthread_barrier_t barrier;
    long count, turn;
};

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Win window;
    struct Shared* shared = NULL;
    MPI_Win_allocate_shared(rank == 0 ? sizeof *shared : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &window);
    MPI_Aint bytes;
    int unit;
    MPI_Win_shared_query(window, 0, &bytes, &unit, &shared);
    if (rank == 0) {
        memset(shared, 0, sizeof *shared);
        pthread_mutexattr_t of_mutex;
        pthread_mutexattr_init(&of_mutex);
        pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
        pthread_mutexattr_settype(&of_mutex, PTHREAD_MUTEX_RECURSIVE);
        pthread_mutex_init(&shared->mutex, &of_mutex);
        pthread_condattr_t of_condition;
        pthread_condattr_init(&of_condition);
        pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED);
        pthread_cond_init(&shared->condition, &of_condition);
        pthread_barrierattr_t of_barrier;
        pthread_barrierattr_init(&of_barrier);
        pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_SHARED);
        pthread_barrier_init(&shared->barrier, &of_barrier, size);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < 20; ++round) {
        pthread_mutex_lock(&shared->mutex);
        long before = shared->count;
        usleep(200);
        shared->count = before + 1;
        pthread_mutex_unlock(&shared->mutex);
    }
    pthread_barrier_wait(&shared->barrier);
    CHECK(shared->count == 20 * size);
    pthread_mutex_lock(&shared->mutex);
    while (shared->turn != rank) pthread_cond_wait(&shared->condition, &shared->mutex);
    ++shared->turn;
    pthread_cond_broadcast(&shared->condition);
    pthread_mutex_unlock(&shared->mutex);
    pthread_barrier_wait(&shared->barrier);
    CHECK(shared->turn == size);
    MPI_Win_free(&window);
    return end("synchronization in shared memory");
}
