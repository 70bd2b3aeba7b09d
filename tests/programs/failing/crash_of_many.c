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
    begin(&argc, &argv);
    pthread_t thread; // gives each rank an OS thread of its own
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
