// Collective calls that agree, which the ranks compare before anything is moved.
// flags: --checked
// ranks: 1 2 3 4 5 8 16
// oracle: no
#include "../common/program.h"

enum { rounds = 20, most = 16 };

static void everything(void) {
    int one = rank, all[most], sums[most] = {0}, sum = -1;
    MPI_Comm half, copy;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(&one, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
    CHECK(one == size - 1);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == size * (size - 1) / 2);
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    CHECK(all[size - 1] == size - 1);
    MPI_Alltoall(all, 1, MPI_INT, sums, 1, MPI_INT, MPI_COMM_WORLD);
    CHECK(sums[0] == rank);
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    CHECK(rank != 0 || sum == size - 1);
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatter(all, 1, MPI_INT, &one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK(one == rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_MIN, half);
    CHECK(sum == rank % 2);
    MPI_Comm_dup(half, &copy);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy), MPI_Comm_free(&half);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int round = 0; round < rounds; ++round) everything();
    return end("checked calls that agree");
}
