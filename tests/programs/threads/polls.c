// A rank polls for some seconds on processors that others use, too, while its peer waits for it: no deadlock.
// ranks: 2
// flags: -pthread
// oracle: no
#include "../common/program.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { seconds = 3 };

static void compute_until(time_t end) {
    while (time(NULL) < end) continue;
}

// Processes that compute, more than processors.
static int start_others(time_t end) {
    const int count = (int)sysconf(_SC_NPROCESSORS_ONLN) + 1;
    for (int index = 0; index < count; ++index)
        if (fork() == 0) {
            compute_until(end);
            raise(SIGKILL);
        }
    return count;
}

static void* ask(void* unused) {
    int flag;
    MPI_Initialized(&flag);
    return unused;
}

int main(int argc, char** argv) {
    pthread_t thread;
    int provided, value = 1, flag = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    find_rank();
    pthread_create(&thread, NULL, ask, NULL);
    pthread_join(thread, NULL);
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        const time_t end = time(NULL) + seconds;
        const int others = start_others(end);
        while (time(NULL) < end) MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        for (int index = 0; index < others; ++index) wait(NULL);
    }
    return end("ranks that poll");
}
