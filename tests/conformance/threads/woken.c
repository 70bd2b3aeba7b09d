// Threads that wait are woken for an operation under way, too: its message comes together with the one for
// another thread, which then doesn't call MPI until the operation is complete.
// flags: -pthread
#include "../common/threads.h"

enum { rounds = 40, receives_first = 1, receives_last = 2 };

static MPI_Comm comms[threads];
static pthread_barrier_t operation_is_complete;

static void nap(void) {
    const struct timespec moment = {0, 500000};
    nanosleep(&moment, NULL);
}

static void complete_sum(void) {
    int one = 1, sum = 0;
    MPI_Request request;
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comms[0], &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(sum == size);
}

// Each rank but 0 lets two threads of rank 0 wait for messages, a third for a collective operation.
static void run_others(int thread, int round) {
    if (thread != 0) return;
    for (int moment = 0; moment < 6; ++moment) nap();
    if (rank == 1) MPI_Send(&round, 1, MPI_INT, 0, 0, comms[receives_first]);
    complete_sum();
    MPI_Barrier(comms[3]);
    if (rank == 1) MPI_Send(&round, 1, MPI_INT, 0, 0, comms[receives_last]);
}

// The thread that waits all the time comes first, so that it is the one that looks for messages.
static void run_zero(int thread, int round) {
    int got = -1;
    if (thread == receives_last) MPI_Recv(&got, 1, MPI_INT, 1, 0, comms[receives_last], MPI_STATUS_IGNORE);
    if (thread == receives_first) {
        nap(), nap();
        MPI_Recv(&got, 1, MPI_INT, 1, 0, comms[receives_first], MPI_STATUS_IGNORE);
        pthread_barrier_wait(&operation_is_complete);
    }
    if (thread == 0) {
        nap();
        complete_sum();
        pthread_barrier_wait(&operation_is_complete);
        MPI_Barrier(comms[3]);
    }
    if (thread == receives_first || thread == receives_last) CHECK(got == round);
}

static void run_thread(int thread) {
    for (int round = 0; round < rounds; ++round)
        if (rank == 0)
            run_zero(thread, round);
        else
            run_others(thread, round);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    for (int thread = 0; thread < threads; ++thread) MPI_Comm_dup(MPI_COMM_WORLD, &comms[thread]);
    pthread_barrier_init(&operation_is_complete, NULL, 2);
    if (size > 1) run_threads(run_thread);
    pthread_barrier_destroy(&operation_is_complete);
    for (int thread = 0; thread < threads; ++thread) MPI_Comm_free(&comms[thread]);
    return end_of_threads("threads woken for operations");
}
