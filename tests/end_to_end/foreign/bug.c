// A program with the fault that its first argument names, on rank 1, beside messages of all kinds (foreign.sh).
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { bytes = 100000 };
static int counter;

static void* count(void* nothing) {
    for (int turn = 0; turn < 1000; ++turn) ++counter;
    return nothing;
}

static void count_twice(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    count(NULL);
    pthread_join(thread, NULL);
}

static char sent[bytes], received[bytes];

static void exchange(int rank, int ranks) {
    MPI_Request requests[2];
    int sum = -1;
    MPI_Ibcast(sent, bytes, MPI_CHAR, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Sendrecv(sent, bytes, MPI_CHAR, (rank + 1) % ranks, 0, received, bytes, MPI_CHAR, (rank + ranks - 1) % ranks, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("rank %d: sum %d\n", rank, sum);
}

int main(int argc, char** argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char* fault = rank == 1 && argc > 1 ? argv[1] : "";
    char* memory = calloc(10, 1);
    if (strcmp(fault, "heap") == 0) memory[10 + ranks - ranks] = 1;
    exchange(rank, ranks);
    if (strcmp(fault, "race") == 0) count_twice();
    if (strcmp(fault, "leak") != 0) free(memory);
    MPI_Finalize();
    return 0;
}
