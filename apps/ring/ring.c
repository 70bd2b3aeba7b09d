// Passes a token around the ring of ranks, each adds its own number; globals and wildcards throughout.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { rounds = 3 };

static int rank, size;
static long token;        // private to each rank, as in a process of its own
static int visits;        // how often the token came by
static long sums[rounds]; // rank 0: the token at the end of each round

static void receive_token(void) {
    MPI_Status status;
    MPI_Recv(&token, 1, MPI_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    int expected = (rank + size - 1) % size;
    if (status.MPI_SOURCE != expected || status.MPI_TAG != visits) {
        fprintf(stderr, "ring: rank %d: a token of rank %d with tag %d, expected rank %d and tag %d\n", rank,
                status.MPI_SOURCE, status.MPI_TAG, expected, visits);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    ++visits;
}

static void send_token(int tag) {
    MPI_Send(&token, 1, MPI_LONG, (rank + 1) % size, tag, MPI_COMM_WORLD);
}

static void go_round(int number) {
    if (rank == 0) {
        token += rank + 1;
        if (size > 1) {
            send_token(number);
            receive_token();
        }
        sums[number] = token;
    } else {
        receive_token();
        token += rank + 1;
        send_token(number);
    }
}

static int verify(void) {
    long each = (long)size * (size + 1) / 2;
    for (int number = 0; number < rounds; ++number) {
        if (sums[number] == (number + 1) * each) continue;
        printf("ring: round %d: sum %ld, expected %ld\n", number, sums[number], (number + 1) * each);
        return 1;
    }
    printf("ring: sum %ld after %d rounds over %d ranks: correct\n", token, rounds, size);
    return 0;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int number = 0; number < rounds; ++number) go_round(number);
    int code = rank == 0 ? verify() : 0;
    MPI_Finalize();
    return code;
}
