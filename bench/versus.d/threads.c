/* Several threads of each of two ranks call at once (after Thakur and Gropp's tests, as AzequiaMPI figure 7): thread i
   of one rank with thread i of the other. Microseconds of one message, or of one operation, of each thread; with t threads
   a rank t of them are done in that time. Usage: threads SECONDS CASE_THREADS,... BYTES... */
#include "timing.h"

#include <pthread.h>

enum { most_threads = 16, window = 64 };

static int threads, bytes, other;
static unsigned char* buffers[most_threads];
static MPI_Comm comms[most_threads];

static void latency(int thread, int repeats) {
    while (repeats-- > 0)
        for (int turn = 0; turn < 2; ++turn)
            if (turn == rank)
                MPI_Send(buffers[thread], bytes, MPI_BYTE, other, thread, MPI_COMM_WORLD);
            else
                MPI_Recv(buffers[thread], bytes, MPI_BYTE, other, thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* `repeats`: messages, in windows. */
static void stream(int thread, int repeats) {
    MPI_Request requests[window];
    for (; repeats > 0; repeats -= window) {
        const int count = repeats < window ? repeats : window;
        for (int one = 0; one < count; ++one)
            if (rank == 0)
                MPI_Isend(buffers[thread], bytes, MPI_BYTE, other, thread, MPI_COMM_WORLD, &requests[one]);
            else
                MPI_Irecv(buffers[thread], bytes, MPI_BYTE, other, thread, MPI_COMM_WORLD, &requests[one]);
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        if (rank == 0)
            MPI_Recv(NULL, 0, MPI_BYTE, other, thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Send(NULL, 0, MPI_BYTE, other, thread, MPI_COMM_WORLD);
    }
}

static void allreduce(int thread, int repeats) {
    double mine = rank, sum = 0;
    while (repeats-- > 0) MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comms[thread]);
}

/* All threads but one of each rank wait in a receive as long as the first exchanges messages. */
static void beside_waiting(int thread, int repeats) {
    if (thread == 0) {
        latency(0, repeats);
        for (int one = 1; one < threads; ++one)
            MPI_Send(NULL, 0, MPI_BYTE, other, most_threads + one, MPI_COMM_WORLD);
    } else {
        MPI_Recv(NULL, 0, MPI_BYTE, other, most_threads + thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void (*work)(int thread, int repeats);
static int work_repeats, ends;
static pthread_barrier_t gate;

static void* follow(void* thread) {
    for (;;) {
        pthread_barrier_wait(&gate);
        if (ends) return NULL;
        work((int)(long)thread, work_repeats);
        pthread_barrier_wait(&gate);
    }
}

static void by_all_threads(int repeats) {
    work_repeats = repeats;
    pthread_barrier_wait(&gate);
    work(0, repeats);
    pthread_barrier_wait(&gate);
}

/* turns: messages of one repeat, one after the other. */
static const struct {
    const char* name;
    void (*work)(int thread, int repeats);
    int turns;
} cases[] = {{"single_latency_", latency, 2},        {"threads_latency_", latency, 2}, {"threads_rate_", stream, 1},
             {"threads_allreduce_", allreduce, 1}, {"beside_waiting_", beside_waiting, 2}};

static void measure(const char* name, size_t one) {
    pthread_t started[most_threads];
    pthread_barrier_init(&gate, NULL, (unsigned)threads);
    ends = 0;
    work = cases[one].work;
    for (long thread = 1; thread < threads; ++thread)
        pthread_create(&started[thread], NULL, follow, (void*)thread);
    report(name, bytes, time_of(by_all_threads) / cases[one].turns * 1e6);
    ends = 1;
    pthread_barrier_wait(&gate);
    for (int thread = 1; thread < threads; ++thread) pthread_join(started[thread], NULL);
    pthread_barrier_destroy(&gate);
}

static void measure_named(const char* name) {
    for (size_t one = 0; one < sizeof cases / sizeof *cases; ++one) {
        const size_t length = strlen(cases[one].name);
        if (strncmp(name, cases[one].name, length) != 0) continue;
        threads = atoi(name + length);
        if (cases[one].work != allreduce || bytes == 8) measure(name, one);
    }
}

/* MPI_THREAD_SINGLE where a case compares with it. */
static void begin_threads(int* argc, char*** argv, int wanted) {
    int provided = -1;
    MPI_Init_thread(argc, argv, wanted, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    wanted_seconds = atof((*argv)[1]);
    if (provided >= wanted && size == 2) return;
    fprintf(stderr, "threads: 2 ranks, and the thread level %d: %d is provided\n", wanted, provided);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv, strncmp(argv[2], "single", 6) == 0 ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE);
    other = 1 - rank;
    for (int thread = 0; thread < most_threads; ++thread) {
        buffers[thread] = buffer_of(1 << 20);
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[thread]);
    }
    for (int argument = 3; argument < argc; ++argument) {
        char names[1024];
        bytes = atoi(argv[argument]);
        snprintf(names, sizeof names, "%s", argv[2]);
        for (char* name = strtok(names, ","); name != NULL; name = strtok(NULL, ",")) measure_named(name);
    }
    for (int thread = 0; thread < most_threads; ++thread) MPI_Comm_free(&comms[thread]);
    return end();
}
