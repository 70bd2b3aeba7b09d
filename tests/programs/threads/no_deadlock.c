// Ranks that wait in MPI for a thread that sleeps, waits with a time limit or computes: no deadlock.
// ranks: 1 2
// flags: -pthread
// oracle: no
#include "../common/generalized.h"
#include "../common/program.h"

#include <pthread.h>
#include <time.h>

static void sleep_ms(long milliseconds) {
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void wait_with_limit(long milliseconds) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += milliseconds / 1000;
    pthread_mutex_lock(&mutex);
    while (pthread_cond_timedwait(&condition, &mutex, &end) == 0) continue;
    pthread_mutex_unlock(&mutex);
}

static void compute(void) {
    const time_t end = time(NULL) + 2;
    while (time(NULL) < end) continue;
}

static void* complete_later(void* request) {
    sleep_ms(1500);
    wait_with_limit(2000);
    compute();
    MPI_Grequest_complete(*(MPI_Request*)request);
    return NULL;
}

int main(int argc, char** argv) {
    MPI_Request request, handle;
    pthread_t thread;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    find_rank();
    MPI_Grequest_start(query_three_ints, free_nothing, cancel_nothing, NULL, &request);
    handle = request;
    if (rank == 0) {
        pthread_create(&thread, NULL, complete_later, &handle);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        pthread_join(thread, NULL);
    } else {
        MPI_Grequest_complete(request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return end("threads that go on");
}
