// gettid: the main thread of a rank has the rank's number, which no other rank has.
// ranks: 1 5
// flags: -pthread
#define _GNU_SOURCE
#include "../common/program.h"
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static void* number_of_thread(void* number) {
    *(int*)number = gettid();
    return NULL;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int own = gettid(), other = 0, all[16];
    CHECK(own == getpid());
    MPI_Allgather(&own, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int index = 0; index < size; ++index) CHECK((all[index] == own) == (index == rank));
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, &number_of_thread, &other) == 0 && pthread_join(thread, NULL) == 0);
    CHECK(other != 0 && other != own);
    cpu_set_t processors;
    CHECK(sched_getaffinity(own, sizeof processors, &processors) == 0);
    return end("numbers of threads");
}
