// A receive of any tag from any source takes none of the messages of collectives, which are on the way on the same
// communicator meanwhile, and wait here before it or come after it. The program has one communicator.
// ranks: 2 3 5 8 16
#include "../common/checks.h"

#include <mpi.h>
#include <stddef.h>

enum { rounds = 20, ints = 50 };

static int value_of(int from, int round) {
    return 1000 * round + from;
}

// Their messages come early: to ranks that are in no collective yet, but in the receives before it.
static void call_collectives(int round) {
    static int all[64 * ints], one[64 * ints];
    int root = round % size, mine = value_of(rank, round), sum = 0, index;
    for (index = 0; index < ints * size; ++index) one[index] = value_of(rank, round);
    MPI_Bcast(one, ints, MPI_INT, root, MPI_COMM_WORLD);
    CHECK(one[ints - 1] == value_of(root, round));
    MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD);
    for (index = 0; rank == root && index < size; ++index) CHECK(all[index] == value_of(index, round));
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == 1000 * round * size + size * (size - 1) / 2);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void take_one(MPI_Request* posted, int* got, MPI_Status* status) {
    if (posted != NULL)
        MPI_Wait(posted, status);
    else
        MPI_Recv(got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status);
}

// Each sends to its right neighbour after the collectives; the receive waits since before them, or comes after.
static void cross(int round, int early) {
    int got = -1, right = (rank + 1) % size, left = (rank + size - 1) % size, mine = value_of(rank, round);
    MPI_Request receive, send;
    MPI_Status status;
    if (early) MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &receive);
    call_collectives(round);
    MPI_Isend(&mine, 1, MPI_INT, right, 7 * round, MPI_COMM_WORLD, &send);
    take_one(early ? &receive : NULL, &got, &status);
    CHECK(got == value_of(left, round));
    CHECK(status.MPI_SOURCE == left);
    CHECK(status.MPI_TAG == 7 * round);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

// All contributions to the root's gather may lie there when it looks for other messages.
static void look(int round) {
    int root = round % size, mine = rank, all[64], flag = 0, got = -1, other;
    MPI_Request gather;
    MPI_Status status;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != root) {
        MPI_Igather(&mine, 1, MPI_INT, NULL, 1, MPI_INT, root, MPI_COMM_WORLD, &gather);
        MPI_Wait(&gather, MPI_STATUS_IGNORE);
        MPI_Send(&mine, 1, MPI_INT, root, 3, MPI_COMM_WORLD);
        return;
    }
    for (other = 0; other < 5; ++other) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        CHECK(!flag || status.MPI_TAG == 3);
    }
    MPI_Igather(&mine, 1, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD, &gather);
    for (other = 1; other < size; ++other) {
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(got == status.MPI_SOURCE && status.MPI_TAG == 3);
    }
    MPI_Wait(&gather, MPI_STATUS_IGNORE);
    for (other = 0; other < size; ++other) CHECK(all[other] == other);
}

int main(int argc, char** argv) {
    int round, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (round = 0; round < rounds; ++round) {
        cross(round, 1);
        cross(round, 0);
        look(round);
    }
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) puts(all == 0 ? "ok: any tag" : "FAILED: any tag");
    MPI_Finalize();
    return all != 0;
}
