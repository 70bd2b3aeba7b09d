// Ranks in several processes, each with threads that call MPI at once: what its first argument says (processes.sh).
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { threads = 3, rounds = 20 };

static int rank, ranks;
static unsigned seed;

static void sleep_ms(long milliseconds) {
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

// Ranks of a process have this done one after the other: those that wait for their turn sleep.
__attribute__((destructor)) static void end_slowly(void) { sleep_ms(100); }

// A message from the next rank that nobody sends, or only later.
static void* receive(void* tag) {
    int value;
    MPI_Recv(&value, 1, MPI_INT, (rank + 1) % ranks, (int)(long)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static void* send_later(void* unused) {
    int value = 1;
    sleep_ms(1000);
    for (int tag = 0; tag < threads; ++tag)
        MPI_Send(&value, 1, MPI_INT, (rank + ranks - 1) % ranks, tag, MPI_COMM_WORLD);
    return unused;
}

// Now and then a thread waits for longer than the run may be quiet.
static long moment(unsigned* state) {
    *state = *state * 1103515245U + 12345U;
    const unsigned number = *state >> 16;
    return number % 8 == 0 ? 150 : (long)(number % 4);
}

// A message goes round the ring, one for each thread; at each rank it stays for a moment.
static void* pass_on(void* tag) {
    unsigned state = seed * 7919U + (unsigned)rank * 31U + (unsigned)(long)tag;
    int value = 0;
    for (int round = 0; round < rounds; ++round) {
        if (rank > 0 || round > 0)
            MPI_Recv(&value, 1, MPI_INT, (rank + ranks - 1) % ranks, (int)(long)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sleep_ms(moment(&state));
        MPI_Send(&value, 1, MPI_INT, (rank + 1) % ranks, (int)(long)tag, MPI_COMM_WORLD);
    }
    if (rank == 0) MPI_Recv(&value, 1, MPI_INT, ranks - 1, (int)(long)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static void in_threads(void* (*body)(void*), int count) {
    pthread_t all[threads];
    for (long index = 0; index < count; ++index) pthread_create(&all[index], NULL, body, (void*)index);
    for (int index = 0; index < count; ++index) pthread_join(all[index], NULL);
}

int main(int argc, char** argv) {
    const char* const mode = argc > 1 ? argv[1] : "";
    pthread_t sender;
    int provided;
    seed = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int sends = strcmp(mode, "late") == 0;
    if (sends) pthread_create(&sender, NULL, send_later, NULL);
    in_threads(strcmp(mode, "ring") == 0 ? pass_on : receive, threads);
    if (sends) pthread_join(sender, NULL);
    MPI_Finalize();
    printf("rank %d of %d: ok\n", rank, ranks);
    return 0;
}
