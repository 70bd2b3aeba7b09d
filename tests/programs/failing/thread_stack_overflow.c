// A thread of the program's own overflows its stack: --stack is not what gives it more.
// ranks: 2
// flags: -pthread
// exit: nonzero
// stderr: stack overflow in a thread of rank 1, in bottomless.*pthread_attr_setstacksize
#include "../common/program.h"
#include <pthread.h>

static int bottomless(volatile char* above) {
    volatile char frame[4096];
    frame[0] = frame[1] = above[0];
    if (above[0] == 0) return 0;
    return bottomless(frame) + frame[0] + above[1];
}

static void* run(void* start) {
    *(char*)start = (char)bottomless(start);
    return NULL;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char start[2] = {1, 2};
    pthread_t thread;
    if (rank == 1 && pthread_create(&thread, NULL, run, start) == 0) pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("not reached");
}
