// Two threads of a rank wait in MPI at the same time, which MPI_THREAD_SERIALIZED does not allow.
// flags: -pthread
// ranks: 1 2 3
// exit: 1
// stderr: rank 0: a thread calls MPI_Recv while another thread waits in MPI: threads must take turns, .*MPI_THREAD_MULTIPLE
// oracle: no
#include "../common/program.h"
#include <pthread.h>

static void* wait_for_message(void* tag) {
    int value = 0;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, *(int*)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char** argv) {
    pthread_t threads[2];
    int provided = -1, tags[2] = {1, 2};
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    find_rank();
    CHECK(provided == MPI_THREAD_SERIALIZED);
    if (rank == 0) {
        for (int which = 0; which < 2; ++which)
            CHECK(pthread_create(&threads[which], NULL, wait_for_message, &tags[which]) == 0);
        for (int which = 0; which < 2; ++which) pthread_join(threads[which], NULL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return end("not reached");
}
