// A program with threads of its own.
#include <mpi.h>
#include <pthread.h>

static void* nothing(void* argument) { return argument; }

int main(int argc, char** argv) {
    pthread_t thread;
    MPI_Init(&argc, &argv);
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
