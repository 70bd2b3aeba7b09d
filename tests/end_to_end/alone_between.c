/* One collective alone, between the two sides of an intercommunicator: even ranks on one side, odd ones on the other.
   ONLY is its number. Ends with 0 when the result is right. */
#include <mpi.h>
#include <stdio.h>

enum { most = 16 };

static int rank, size, position, members, peers;

/* What the rank of a side gives, for part `part`. */
static int given(int side, int member, int part) {
    return 1000 * side + 20 * member + part;
}
/* The sum over the members of a side. */
static int sum(int side, int count, int part) {
    int total = 0;
    for (int member = 0; member < count; ++member) total += given(side, member, part);
    return total;
}

/* The number of values of `got` that are not what the other side's members gave for this rank's part. */
static int wrong(const int* got, int side, int part) {
    int found = 0;
    for (int member = 0; member < peers; ++member) found += got[member] != given(1 - side, member, part);
    return found;
}

/* The collective of the odd side's first rank as root: this side's argument. */
static int root(int side) {
    if (side == 0) return 0;
    return position == 0 ? MPI_ROOT : MPI_PROC_NULL;
}

static int operate(MPI_Comm comm, int side) {
    int mine[most], got[most] = {0}, counts[most], offsets[most], bytes[most];
    MPI_Datatype types[most];
    const int is_root = side == 1 && position == 0, own = given(side, position, 0);
    for (int part = 0; part < most; ++part) {
        mine[part] = given(side, position, part);
        counts[part] = 1, offsets[part] = part, bytes[part] = part * (int)sizeof(int), types[part] = MPI_INT;
    }
    (void)mine, (void)got, (void)counts, (void)offsets, (void)bytes, (void)types, (void)is_root, (void)own;
#if ONLY == 0
    MPI_Allgather(&own, 1, MPI_INT, got, 1, MPI_INT, comm);
    return wrong(got, side, 0);
#elif ONLY == 1
    MPI_Allgatherv(&own, 1, MPI_INT, got, counts, offsets, MPI_INT, comm);
    return wrong(got, side, 0);
#elif ONLY == 2
    MPI_Allreduce(mine, got, 3, MPI_INT, MPI_SUM, comm);
    return got[0] != sum(1 - side, peers, 0) || got[2] != sum(1 - side, peers, 2);
#elif ONLY == 3
    MPI_Alltoall(mine, 1, MPI_INT, got, 1, MPI_INT, comm);
    return wrong(got, side, position);
#elif ONLY == 4
    MPI_Alltoallv(mine, counts, offsets, MPI_INT, got, counts, offsets, MPI_INT, comm);
    return wrong(got, side, position);
#elif ONLY == 5
    MPI_Alltoallw(mine, counts, bytes, types, got, counts, bytes, types, comm);
    return wrong(got, side, position);
#elif ONLY == 6
    return MPI_Barrier(comm);
#elif ONLY == 7
    got[0] = own;
    MPI_Bcast(got, 1, MPI_INT, root(side), comm);
    return got[0] != (side == 0 ? given(1, 0, 0) : own);
#elif ONLY == 8
    MPI_Gather(&own, 1, MPI_INT, got, 1, MPI_INT, root(side), comm);
    return is_root && wrong(got, side, 0);
#elif ONLY == 9
    MPI_Gatherv(&own, 1, MPI_INT, got, counts, offsets, MPI_INT, root(side), comm);
    return is_root && wrong(got, side, 0);
#elif ONLY == 10
    MPI_Reduce(mine, got, 2, MPI_INT, MPI_SUM, root(side), comm);
    return is_root && (got[0] != sum(0, peers, 0) || got[1] != sum(0, peers, 1));
#elif ONLY == 11
    /* Both sides give the same number of values: as many as the two have members. */
    int data[most * most] = {0}, each[most];
    for (int member = 0; member < members; ++member) each[member] = peers;
    for (int index = 0; index < members * peers; ++index) data[index] = index + side;
    MPI_Reduce_scatter(data, got, each, MPI_INT, MPI_SUM, comm);
    return got[0] != peers * (position * peers + 1 - side);
#elif ONLY == 12
    int data[most * most] = {0};
    for (int index = 0; index < members * peers; ++index) data[index] = index + side;
    MPI_Reduce_scatter_block(data, got, peers, MPI_INT, MPI_SUM, comm);
    return got[0] != peers * (position * peers + 1 - side);
#elif ONLY == 13
    MPI_Scatter(mine, 1, MPI_INT, got, 1, MPI_INT, root(side), comm);
    return side == 0 && got[0] != given(1, 0, position);
#elif ONLY == 14
    MPI_Scatterv(mine, counts, offsets, MPI_INT, got, 1, MPI_INT, root(side), comm);
    return side == 0 && got[0] != given(1, 0, position);
#elif ONLY == 15
    /* All of both sides, made anew. */
    MPI_Group group;
    MPI_Comm made;
    MPI_Comm_group(comm, &group);
    MPI_Comm_create(comm, group, &made);
    int there = -1;
    MPI_Comm_remote_size(made, &there);
    MPI_Comm_free(&made), MPI_Group_free(&group);
    return there != peers;
#elif ONLY == 16
    /* The ranks of each side in falling order. */
    MPI_Comm made;
    MPI_Comm_split(comm, 0, -position, &made);
    int there = -1, now = -1;
    MPI_Comm_remote_size(made, &there), MPI_Comm_rank(made, &now);
    MPI_Comm_free(&made);
    return there != peers || now != members - 1 - position;
#elif ONLY == 17
    MPI_Comm made;
    MPI_Comm_dup(comm, &made);
    int there = -1;
    MPI_Comm_remote_size(made, &there);
    MPI_Comm_free(&made);
    return there != peers;
#elif ONLY == 18
    MPI_Comm made;
    MPI_Intercomm_merge(comm, side, &made);
    int now = -1;
    MPI_Comm_rank(made, &now);
    MPI_Comm_free(&made);
    return now != (side == 0 ? position : peers + position);
#endif
}

int main(int argc, char** argv) {
    MPI_Comm half, comm;
    int failed;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int side = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Comm_rank(half, &position), MPI_Comm_size(half, &members);
    peers = size - members;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 7, &comm);
    failed = operate(comm, side);
    if (failed) printf("rank %d: wrong\n", rank);
    MPI_Comm_free(&comm), MPI_Comm_free(&half);
    MPI_Finalize();
    return failed;
}
