// Ranks that crash at the same time at the same location are reported together: most often all of them in one report.
// ranks: 4
// flags: -g -pthread
// exit: 139
// stderr: ^sartor: ranks? [-0-9, ]+ crashed: segmentation fault at address 0x8$
#include "../common/program.h"
#include <pthread.h>

static pthread_barrier_t* barrier;

static void* nothing(void* argument) {
    return argument;
}

int main(int argc, char** argv) {
    int provided = 0; // a level at which each rank has an OS thread of its own, in a program with threads
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    find_rank();
    pthread_t thread;
    if (pthread_create(&thread, NULL, nothing, NULL) == 0) pthread_join(thread, NULL);
    pthread_barrier_t made;
    if (rank == 0) pthread_barrier_init(&made, NULL, (unsigned)size);
    barrier = &made;
    size_t address = (size_t)barrier;
    MPI_Bcast(&address, sizeof address, MPI_BYTE, 0, MPI_COMM_WORLD);
    pthread_barrier_wait((pthread_barrier_t*)address);
    *(volatile int*)(size_t)(argc * 8) = 1;
    return end("not reached");
}
