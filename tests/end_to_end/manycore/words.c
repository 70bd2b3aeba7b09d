/* Barriers and short broadcasts that overtake each other if they can: the root runs ahead of slow receivers. */
#include <mpi.h>
#include <sartor.h>
#include <stdio.h>

enum { rounds = 40 };

static void require(int holds, const char *what, int round) {
    if (holds) return;
    fprintf(stderr, "words: round %d: %s\n", round, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void broadcasts(MPI_Comm comm, int rank, int size) {
    for (int round = 0; round < rounds; ++round) {
        const int root = round / 8 % size; /* the same one eight times in a row */
        long long told = rank == root ? 1000LL * round + root : -1;
        if (rank != root) sartor_compute(2000 * (unsigned)(rank % 5));
        MPI_Bcast(&told, 1, MPI_LONG_LONG, root, comm);
        require(told == 1000LL * round + root, "another round's word", round);
        short less = (short)(rank == root ? round : -1);
        MPI_Bcast(&less, 1, MPI_SHORT, root, comm);
        require(less == round, "another word than the root's", round);
    }
}

static void barriers(MPI_Comm comm, int rank, int size) {
    for (int round = 0; round < rounds; ++round) {
        if (rank == round % size) sartor_compute(100000);
        double before = MPI_Wtime(), latest = 0;
        MPI_Barrier(comm);
        const double after = MPI_Wtime();
        MPI_Allreduce(&before, &latest, 1, MPI_DOUBLE, MPI_MAX, comm);
        require(after >= latest, "somebody left a barrier before all had come", round);
    }
}

static void both(MPI_Comm comm) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    broadcasts(comm, rank, size);
    barriers(comm, rank, size);
}

/* Two at a time, ended in the other order. */
static void at_once(int rank) {
    for (int round = 0; round < rounds; ++round) {
        int one = rank == 0 ? round : -1, other = rank == 0 ? -round : 1;
        MPI_Request requests[3];
        MPI_Ibcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
        MPI_Ibcast(&other, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[2]);
        for (int index = 2; index >= 0; --index) MPI_Wait(&requests[index], MPI_STATUS_IGNORE);
        require(one == round && other == -round, "the words of two broadcasts were mixed up", round);
    }
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    both(MPI_COMM_WORLD);
    MPI_Comm third;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, &third);
    both(third);
    MPI_Comm_free(&third);
    at_once(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) printf("words: correct\n");
    MPI_Finalize();
    return 0;
}
