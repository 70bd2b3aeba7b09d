// MPI_Init_thread in another thread than the program's first: that one is the main thread of MPI, and the
// first one communicates, too (MPI-5.0 section 11.6).
// flags: -pthread
#include "../common/threads.h"

static pthread_barrier_t meeting; // of the two threads
static int exit_code = -1;

static int is_main(void) {
    int flag = -1;
    MPI_Is_thread_main(&flag);
    return flag;
}

static void exchange(int thread) {
    for (int turn = 0; turn < 100; ++turn) {
        int got = -1;
        MPI_Sendrecv(&rank, 1, MPI_INT, right_of(rank), thread, &got, 1, MPI_INT, left_of(rank), thread,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got == left_of(rank));
    }
}

static void exchange_as_another(int thread) {
    CHECK(!is_main() || thread == 0); // 0 is the calling thread
    exchange(thread);
}

static void* use_mpi(void* unused) {
    begin_threads(NULL, NULL);
    CHECK(is_main());
    pthread_barrier_wait(&meeting);
    run_threads(exchange_as_another);
    CHECK(is_main());
    pthread_barrier_wait(&meeting);
    exit_code = end_of_threads("MPI begins in another thread");
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_barrier_init(&meeting, NULL, 2);
    CHECK(pthread_create(&other, NULL, use_mpi, NULL) == 0);
    pthread_barrier_wait(&meeting);
    CHECK(!is_main());
    exchange(threads);
    pthread_barrier_wait(&meeting);
    CHECK(pthread_join(other, NULL) == 0);
    return exit_code != 0 || failures > 0;
}
