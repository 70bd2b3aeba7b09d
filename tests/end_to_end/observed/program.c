/* What observed.sh and archives.sh look at; they know lines and numbers. Argument: counted, late, endless or many. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { bytes = 1000, ints = 1 << 18 }; /* so many ints are not sent before their receive */

static char outgoing[bytes], incoming[bytes];
static int data[ints];
static int rank, size, left, right;

static void ring(void) {
    MPI_Request requests[2];
    for (int round = 0; round < 10; ++round) {
        MPI_Irecv(incoming, bytes, MPI_BYTE, left, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(outgoing, bytes, MPI_BYTE, right, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void again_and_again(void) {
    MPI_Request requests[2];
    MPI_Recv_init(incoming, 40, MPI_BYTE, left, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(outgoing, 40, MPI_BYTE, right, 2, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 5; ++round) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

/* Calls and bytes that are known. */
static void counted(void) {
    int numbers[64] = {0}, results[64];
    ring();
    again_and_again();
    if (rank == 0) MPI_Send(data, 25000, MPI_INT, 1, 3, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(data, 25000, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(numbers, results, 8, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(numbers, 16, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Alltoall(numbers, 2, MPI_INT, results, 2, MPI_INT, MPI_COMM_WORLD);
}

static void pause_at(int late) {
    if (rank == late) usleep(100000);
}

/* Each pattern of waiting once, 100 ms long. */
static void late(void) {
    int one = 1, sum = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    pause_at(0);
    if (rank == 0) MPI_Send(&one, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&sum, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* late sender */
    MPI_Barrier(MPI_COMM_WORLD);
    pause_at(3);
    if (rank == 2) MPI_Send(data, ints, MPI_INT, 3, 8, MPI_COMM_WORLD); /* late receiver */
    if (rank == 3) MPI_Recv(data, ints, MPI_INT, 2, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    pause_at(1);
    MPI_Barrier(MPI_COMM_WORLD); /* wait at barrier */
    pause_at(2);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* wait at NxN */
    MPI_Barrier(MPI_COMM_WORLD);
    pause_at(3);
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); /* early reduce */
    MPI_Barrier(MPI_COMM_WORLD);
    pause_at(0);
    MPI_Bcast(data, 100, MPI_INT, 0, MPI_COMM_WORLD); /* late broadcast */
}

/* Passes a message around until it is stopped. */
static void endless(void) {
    for (int token = 0;;) {
        if (rank == 0) {
            usleep(1000);
            MPI_Send(&token, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
        }
        MPI_Recv(&token, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank != 0) MPI_Send(&token, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
        if (rank == 0 && ++token == 20) {
            printf("going\n");
            fflush(stdout);
        }
    }
}

/* So many messages that a trace of them is sorted in parts. */
static void many(void) {
    for (int token = 0; token < 150000; ++token) {
        if (rank == 0) MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        if (rank < 2) MPI_Recv(&token, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    const char* what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    if (strcmp(what, "counted") == 0) counted();
    if (strcmp(what, "late") == 0) late();
    if (strcmp(what, "endless") == 0) endless();
    if (strcmp(what, "many") == 0) many();
    MPI_Finalize();
    return 0;
}
