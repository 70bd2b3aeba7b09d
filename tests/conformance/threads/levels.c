// Which thread is the main one; threads that are there before MPI_Init_thread and after MPI_Finalize, and
// what they may call then (MPI-5.0 sections 9.1, 11.4 and 11.6).
// flags: -pthread
#include "../common/threads.h"

static pthread_barrier_t meeting; // of all threads of the rank
static int may_end;

static int is_initialized(void) {
    int flag = -1;
    MPI_Initialized(&flag);
    return flag;
}

static int is_finalized(void) {
    int flag = -1;
    MPI_Finalized(&flag);
    return flag;
}

static int is_main(void) {
    int flag = -1;
    MPI_Is_thread_main(&flag);
    return flag;
}

// Allowed at any time, in any thread.
static void inquire(void) {
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int version = -1, subversion = -1, length = 0;
    for (int turn = 0; turn < 100; ++turn) {
        MPI_Get_version(&version, &subversion);
        CHECK(version == MPI_VERSION && subversion == MPI_SUBVERSION);
        MPI_Get_library_version(text, &length);
        CHECK(length > 0);
    }
}

static void exchange(int thread) {
    for (int turn = 0; turn < 50; ++turn) {
        int got = -1;
        MPI_Sendrecv(&rank, 1, MPI_INT, right_of(rank), thread, &got, 1, MPI_INT, left_of(rank), thread,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got == left_of(rank));
    }
}

static void live_through_all(int thread) {
    int level = -1;
    CHECK(!is_finalized());
    inquire();
    while (!is_initialized()) sched_yield();
    pthread_barrier_wait(&meeting); // the rank is known
    CHECK(!is_main() && !is_finalized());
    MPI_Query_thread(&level);
    CHECK(level == MPI_THREAD_MULTIPLE);
    exchange(thread);
    pthread_barrier_wait(&meeting); // no thread communicates
    while (!is_finalized()) sched_yield();
    CHECK(is_initialized());
    inquire();
}

// Calls MPI no more, and is there longer than MPI.
static void* outlive(void* unused) {
    while (!__atomic_load_n(&may_end, __ATOMIC_ACQUIRE)) sched_yield();
    return unused;
}

static void* run(void* thread) {
    live_through_all((int)(intptr_t)thread);
    return NULL;
}

int main(int argc, char** argv) {
    pthread_t started[threads], outliving;
    int provided = -1, level = -1, code;
    pthread_barrier_init(&meeting, NULL, threads + 1);
    CHECK(!is_initialized() && !is_finalized());
    for (intptr_t thread = 0; thread < threads; ++thread)
        CHECK(pthread_create(&started[thread], NULL, run, (void*)thread) == 0);
    inquire();
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    find_rank();
    MPI_Query_thread(&level);
    CHECK(provided == MPI_THREAD_MULTIPLE && level == provided && is_main() && is_initialized());
    pthread_barrier_wait(&meeting);
    exchange(threads);
    CHECK(pthread_create(&outliving, NULL, outlive, NULL) == 0);
    pthread_barrier_wait(&meeting);
    code = end_of_threads("levels of threads");
    CHECK(is_initialized() && is_finalized());
    for (int thread = 0; thread < threads; ++thread) CHECK(pthread_join(started[thread], NULL) == 0);
    __atomic_store_n(&may_end, 1, __ATOMIC_RELEASE);
    CHECK(pthread_join(outliving, NULL) == 0);
    inquire();
    return code != 0 || failures > 0;
}
