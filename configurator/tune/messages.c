// Measures messages of one size between clusters of an emulated machine: a line "PATTERN MICROSECONDS" for each
// pattern, the time of one message.
//
//   messages BYTES
//
// Rank 0 and rank 1 have to be in different clusters.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char *outgoing, *incoming;
static int rank, ranks, bytes;

static void send(int to) { MPI_Send(outgoing, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD); }
static void receive(int from) {
    MPI_Recv(incoming, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// There and back.
static void pingpong(int round) {
    (void)round;
    if (rank == 0) send(1);
    if (rank <= 1) receive(1 - rank);
    if (rank == 1) send(0);
}

// One after another from one rank to another.
static void stream(int round) {
    (void)round;
    if (rank == 0) send(1);
    if (rank == 1) receive(0);
}

// From everybody to everybody: in each round to the next one but so many.
static void exchange(int round) {
    MPI_Request request;
    MPI_Isend(outgoing, bytes, MPI_BYTE, (rank + 1 + round) % ranks, 0, MPI_COMM_WORLD, &request);
    receive((rank + ranks - 1 - round) % ranks);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// Microseconds of a round, by the slowest rank.
// Its rounds go by once before, so that names have been looked up where there is a service for them.
static double time_of(void (*act)(int), int rounds) {
    for (int round = 0; round < rounds; ++round) act(round);
    double longest;
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int round = 0; round < rounds; ++round) act(round);
    const double span = MPI_Wtime() - begin;
    MPI_Reduce(&span, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return longest / rounds * 1e6;
}

int main(int argc, char** argv) {
    enum { rounds = 16 };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    bytes = argc == 2 ? atoi(argv[1]) : 0;
    outgoing = calloc((size_t)bytes + 1, 1);
    incoming = calloc((size_t)bytes + 1, 1);
    if (ranks < 2 || outgoing == NULL || incoming == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    const double there_and_back = time_of(pingpong, rounds), in_line = time_of(stream, rounds);
    const double to_all = time_of(exchange, ranks - 1);
    if (rank == 0) printf("ping-pong %.3f\nstream %.3f\nexchange %.3f\n", there_and_back / 2, in_line, to_all);
    free(outgoing);
    free(incoming);
    MPI_Finalize();
    return 0;
}
