// Messages in MPI_COMM_SELF and in MPI_COMM_WORLD don't mix, wildcards or not.
#include "../common/program.h"

int main(int argc, char** argv) {
    int self_rank = -1, self_size = -1, in_world = -1, in_self = -1, world_value, self_value;
    MPI_Request requests[4];
    MPI_Status statuses[4];
    begin(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_SELF, &self_rank);
    MPI_Comm_size(MPI_COMM_SELF, &self_size);
    CHECK(self_rank == 0 && self_size == 1);
    world_value = 100 + rank, self_value = 200 + rank;
    MPI_Irecv(&in_self, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &requests[0]);
    MPI_Irecv(&in_world, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&world_value, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&self_value, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[3]);
    MPI_Waitall(4, requests, statuses);
    CHECK(in_self == 200 + rank && statuses[0].MPI_SOURCE == 0);
    CHECK(in_world == 100 + rank && statuses[1].MPI_SOURCE == rank);
    int sum = -1;
    MPI_Barrier(MPI_COMM_SELF);
    MPI_Allreduce(&self_value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Bcast(&sum, 1, MPI_INT, 0, MPI_COMM_SELF);
    CHECK(sum == 200 + rank);
    return end("MPI_COMM_SELF");
}
