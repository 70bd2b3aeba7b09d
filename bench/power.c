// The pattern of CAP Bench's k-means as LWMPI ran it (LWMPI, chapter 6): in each round all ranks compute, slaves
// send partial sums of 128 centroids to the first rank of their cluster, local masters send theirs to rank 0, and
// the sums come back the same way. It computes for a given time and nothing real: its power is what is of interest.
//
//   power CYCLES ROUNDS RANKS_OF_A_CLUSTER
#include <mpi.h>
#include <sartor.h>
#include <stdio.h>
#include <stdlib.h>

enum { centroids = 128, values = 3 * centroids }; // x, y and how many

static float sums[values], theirs[values];

static void gather(int first, int last, int stride) {
    for (int rank = first; rank < last; rank += stride)
        MPI_Recv(theirs, values, MPI_FLOAT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void give(int first, int last, int stride) {
    for (int rank = first; rank < last; rank += stride) MPI_Send(sums, values, MPI_FLOAT, rank, 0, MPI_COMM_WORLD);
}

static void exchange(int master) {
    MPI_Send(sums, values, MPI_FLOAT, master, 0, MPI_COMM_WORLD);
    MPI_Recv(theirs, values, MPI_FLOAT, master, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const long cycles = argc == 4 ? atol(argv[1]) : 0;
    const int rounds = argc == 4 ? atoi(argv[2]) : 0;
    const int group = argc == 4 ? atoi(argv[3]) : 0;
    if (group < 1) {
        if (rank == 0) fprintf(stderr, "usage: power CYCLES ROUNDS RANKS_OF_A_CLUSTER\n");
        MPI_Finalize();
        return 2;
    }
    const int master = rank / group * group;
    const int last = master + group < size ? master + group : size;
    for (int round = 0; round < rounds; ++round) {
        sartor_compute(cycles);
        if (rank != master) {
            exchange(master);
            continue;
        }
        gather(master + 1, last, 1);
        if (rank != 0) exchange(0);
        if (rank == 0) gather(group, size, group);
        if (rank == 0) give(group, size, group);
        give(master + 1, last, 1);
    }
    MPI_Finalize();
    return 0;
}
