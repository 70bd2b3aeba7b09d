// Another thread than the first communicates, where MPI_Init_thread grants MPI_THREAD_SERIALIZED.
// flags: -pthread
#include "../common/program.h"
#include <pthread.h>

static void* communicate(void* argument) {
    (void)argument;
    int sum = 0;
    for (int round = 0; round < 10; ++round) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        CHECK(sum == size * (size - 1) / 2);
    }
    return NULL;
}

int main(int argc, char** argv) {
    pthread_t thread;
    int provided = -1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    find_rank();
    if (provided >= MPI_THREAD_SERIALIZED) {
        CHECK(pthread_create(&thread, NULL, communicate, NULL) == 0);
        CHECK(pthread_join(thread, NULL) == 0);
    } else {
        communicate(NULL);
    }
    return end("a thread sends");
}
