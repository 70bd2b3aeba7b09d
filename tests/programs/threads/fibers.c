// Ranks whose other threads don't call MPI are fibers, however the threads are started: a rank that polls gives its
// core to others, so this ends soon.
// flags: -pthread
// ranks: 1 2 16 64
#include "../common/program.h"
#include <pthread.h>
#include <threads.h>

static long sums[3];

static void add(long which) {
    for (int number = 0; number < 100; ++number) sums[which] += number * (rank + 1);
}
static void* add_in_pthread(void* which) {
    add((long)which);
    return NULL;
}
static int add_in_thrd(void* which) {
    add((long)which);
    return 7;
}

int main(int argc, char** argv) {
    int provided = -1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    find_rank();
    CHECK(provided == MPI_THREAD_FUNNELED);
    pthread_t first;
    thrd_t second;
    int result = 0;
    CHECK(pthread_create(&first, NULL, add_in_pthread, (void*)1) == 0);
    CHECK(thrd_create(&second, add_in_thrd, (void*)2) == thrd_success);
    CHECK(pthread_join(first, NULL) == 0);
    CHECK(thrd_join(second, &result) == thrd_success && result == 7);
    add(0);
    for (int which = 0; which < 3; ++which) CHECK(sums[which] == 4950L * (rank + 1));
    // The last rank sends last: all others poll until then.
    for (int source = size - 1; source > 0 && rank == 0; --source) {
        int flag = 0, value = -1;
        while (!flag) MPI_Iprobe(source, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(value == source);
    }
    if (rank > 0) MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("threads beside fibers");
}
