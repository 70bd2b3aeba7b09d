// Wrong arguments of collective calls, and of operations (MPI-5.0 chapter 6, 9.4).
// oracle: no
// ranks: 1 2 3
#include "../common/frame.h"

static void nothing(void* in, void* inout, int* length, MPI_Datatype* datatype) {
    (void)in, (void)inout, (void)length, (void)datatype;
}

static void arguments(void) {
    int in[8] = {0}, out[8] = {0};
    CHECK_ERROR(MPI_ERR_COMM, MPI_Barrier(MPI_COMM_NULL));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Bcast(in, 1, MPI_INT, size, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Bcast(in, 1, MPI_INT, -1, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Bcast(in, -1, MPI_INT, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Bcast(in, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Reduce(in, out, 1, MPI_INT, MPI_SUM, size, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Allreduce(in, out, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(in, out, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(in, out, 1, MPI_INT, MPI_MAXLOC, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_OP, MPI_Reduce_local(in, out, 1, MPI_FLOAT, MPI_LXOR));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Gather(in, 1, MPI_INT, out, 1, MPI_INT, size, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Gather(in, -1, MPI_INT, out, 1, MPI_INT, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Scatter(in, 1, MPI_INT, out, 1, MPI_INT, -1, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Scatter(in, 1, MPI_INT, out, 1, MPI_INT, 0, MPI_COMM_NULL));
}

// Sent and received data must not be the same memory (6.2.3).
static void aliased(void) {
    int data[8] = {0};
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Allreduce(data, data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Scan(data, data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Exscan(data, data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Allgather(data, 1, MPI_INT, data, 1, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Alltoall(data, 1, MPI_INT, data, 1, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce(data, data, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Gather(data, 1, MPI_INT, data, 1, MPI_INT, 0, MPI_COMM_SELF));
    // Each rank's own part lies where it is sent from.
    int counts[3] = {1, 1, 1}, positions[3] = {0, 1, 2}, bytes[3] = {0, 4, 8};
    MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT};
    int* const own = data + rank;
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Allgather(own, 1, MPI_INT, data, 1, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Allgatherv(own, 1, MPI_INT, data, counts, positions, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Gatherv(data, 1, MPI_INT, data, counts, positions, MPI_INT, 0, MPI_COMM_SELF));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Scatter(data, 1, MPI_INT, data, 1, MPI_INT, 0, MPI_COMM_SELF));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Scatterv(data, counts, positions, MPI_INT, data, 1, MPI_INT, 0, MPI_COMM_SELF));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Alltoallv(data, counts, positions, MPI_INT, data, counts, positions, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Alltoallw(data, counts, bytes, types, data, counts, bytes, types, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce_scatter(data, data, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce_scatter_block(data, data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_SUCCESS,
                MPI_Gatherv(data, 1, MPI_INT, data, counts, positions + 1, MPI_INT, 0, MPI_COMM_SELF));
    CHECK_ERROR(MPI_SUCCESS, MPI_Allreduce(data, data, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
}

static void operations(void) {
    MPI_Op sum = MPI_SUM, null = MPI_OP_NULL, own, freed;
    int in = 1, out = 2, answer = -1;
    CHECK_ERROR(MPI_ERR_OP, MPI_Op_free(&sum));
    CHECK_ERROR(MPI_ERR_OP, MPI_Op_free(&null));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Op_free(NULL));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Op_create(NULL, 1, &own));
    CHECK_ERROR(MPI_ERR_OP, MPI_Op_commutative(MPI_OP_NULL, &answer));
    MPI_Op_create(nothing, 1, &own);
    freed = own;
    MPI_Op_free(&own);
    CHECK_ERROR(MPI_ERR_OP, MPI_Reduce_local(&in, &out, 1, MPI_INT, freed));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce_local(NULL, &out, 1, MPI_INT, MPI_SUM));
    CHECK_ERROR(MPI_ERR_OP, MPI_Reduce_local(&in, &out, 1, MPI_PACKED, MPI_BAND));
    CHECK(sum == MPI_SUM && out == 2);
    CHECK_ERROR(MPI_SUCCESS, MPI_Op_commutative(MPI_REPLACE, &answer));
    CHECK(answer == 1);
    answer = -1;
    CHECK_ERROR(MPI_SUCCESS, MPI_Op_commutative(MPI_NO_OP, &answer));
    CHECK(answer == 1);
}

// Requests of collectives are neither cancelled nor let go of while they are under way (6.12).
static void immediate(void) {
    MPI_Request request = MPI_REQUEST_NULL, kept;
    int value = rank, all[8], index = 1;
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Ibcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_OP, MPI_Iallreduce(&value, all, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Ibarrier(MPI_COMM_WORLD, NULL));
    CHECK_ERROR(MPI_ERR_TOPOLOGY,
                MPI_Neighbor_allgather(&value, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(MPI_COMM_WORLD, &value, &index));
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    kept = request;
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Cancel(&request));
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Request_free(&kept));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    CHECK_ERROR(MPI_ERR_REQUEST, MPI_Start(&request));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

// Counts, displacements and datatypes of each rank.
static void varying(void) {
    int in[8] = {0}, out[8] = {0}, counts[3] = {1, 1, 1}, positions[3] = {0, 1, 2};
    int wrong[3] = {-1, -1, -1};
    MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT},
                 none[3] = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL, MPI_DATATYPE_NULL};
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Allgatherv(in, 1, MPI_INT, out, wrong, positions, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Gatherv(in, 1, MPI_INT, out, wrong, positions, MPI_INT, 0, MPI_COMM_SELF));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Scatterv(in, wrong, positions, MPI_INT, out, 1, MPI_INT, 0, MPI_COMM_SELF));
    CHECK_ERROR(MPI_ERR_COUNT,
                MPI_Alltoallv(in, wrong, positions, MPI_INT, out, counts, positions, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT,
                MPI_Alltoallv(in, counts, positions, MPI_INT, out, wrong, positions, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT,
                MPI_Alltoallw(in, counts, positions, types, out, wrong, positions, types, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Reduce_scatter(in, out, wrong, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_TYPE,
                MPI_Alltoallw(in, counts, positions, types, out, counts, positions, none, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_TYPE,
                MPI_Allgatherv(in, 1, MPI_INT, out, counts, positions, MPI_DATATYPE_NULL, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Allgatherv(in, 1, MPI_INT, NULL, counts, positions, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Allgatherv(in, 1, MPI_INT, out, NULL, positions, MPI_INT, MPI_COMM_WORLD));
}

// What is reduced, and where to.
static void reductions(void) {
    int in[3] = {1, 2, 3}, out[3] = {0}, counts[3] = {1, 1, 1};
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Scan(NULL, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Scan(in, NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Exscan(NULL, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_SUCCESS, MPI_Exscan(in, NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce_scatter(NULL, out, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce_scatter(in, NULL, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce_scatter_block(in, NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Reduce_scatter_block(in, out, -5, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
}

// An immediate collective says what is wrong when it is called.
static void at_once(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    int in[3] = {0}, out[3] = {0}, wrong[3] = {-1, -1, -1}, positions[3] = {0, 1, 2};
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Iallgather(in, -1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_TYPE,
                MPI_Ialltoall(in, 1, MPI_INT, out, 1, MPI_DATATYPE_NULL, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_COUNT,
                MPI_Iallgatherv(in, 1, MPI_INT, out, wrong, positions, MPI_INT, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Ibcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD, &request));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Iallreduce(in, NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
    CHECK(request == MPI_REQUEST_NULL);
    // What fails on one rank alone is no call of the others'.
    if (rank == 0)
        CHECK_ERROR(MPI_ERR_BUFFER, MPI_Ibcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD, &request));
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// A persistent one says it when it is made (6.13).
static void when_made(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    const MPI_Info none = MPI_INFO_NULL;
    int in[3] = {0}, out[3] = {0}, wrong[3] = {-1, -1, -1}, counts[3] = {1, 1, 1}, positions[3] = {0, 1, 2};
    MPI_Comm ring;
    CHECK_ERROR(MPI_ERR_COUNT,
                MPI_Allgather_init(in, -1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD, none, &request));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Bcast_init(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD, none, &request));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Allreduce_init(in, NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, none, &request));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Reduce_init(in, in, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF, none, &request));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Scan_init(NULL, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, none, &request));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Gatherv_init(in, 1, MPI_INT, out, wrong, positions, MPI_INT, 0, MPI_COMM_SELF,
                                                none, &request));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Gather_init(in, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_SELF, none, &request));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Scatter_init(in, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_SELF, none, &request));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Alltoall_init(in, 1, MPI_INT, NULL, 1, MPI_INT, MPI_COMM_WORLD, none, &request));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Alltoallv_init(in, wrong, positions, MPI_INT, out, counts, positions, MPI_INT,
                                                  MPI_COMM_WORLD, none, &request));
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Reduce_scatter_init(in, out, wrong, MPI_INT, MPI_SUM, MPI_COMM_WORLD, none,
                                                       &request));
    CHECK_ERROR(MPI_ERR_TOPOLOGY, MPI_Neighbor_allgather_init(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD,
                                                              none, &request));
    MPI_Cart_create(MPI_COMM_SELF, 1, (int[]){1}, (int[]){1}, 0, &ring);
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Neighbor_alltoall_init(in, 1, MPI_INT, NULL, 1, MPI_INT, ring, none, &request));
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Comm_free(&ring);
    // What failed did not count.
    out[0] = 0;
    MPI_Bcast_init(&out[0], 1, MPI_INT, 0, MPI_COMM_WORLD, none, &request);
    if (rank == 0) out[0] = 5;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(out[0] == 5);
    MPI_Request_free(&request);
}

// MPI_IN_PLACE stands for the send buffer of a rank that receives, nowhere else (6.2).
static void out_of_place(void) {
    int data[4] = {0};
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Send(MPI_IN_PLACE, 1, MPI_INT, rank, 0, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce_local(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Allreduce(data, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Allgather(data, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Scan(data, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Reduce(data, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF));
}

// What has one side only, and what is asked of one.
static void sides(void) {
    MPI_Comm side, inter, out;
    int value = rank, result = -1, values[4] = {0};
    CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_remote_size(MPI_COMM_WORLD, &value));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &out));
    MPI_Group all;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    CHECK_ERROR(MPI_ERR_TAG, MPI_Comm_create_group(MPI_COMM_WORLD, all, MPI_ANY_TAG, &out));
    MPI_Group_free(&all);
    if (size == 1) {
        CHECK_ERROR(MPI_ERR_COMM, MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 0, 1, &inter));
        return;
    }
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &side);
    CHECK_ERROR(MPI_ERR_TAG,
                MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank == 0, MPI_ANY_TAG, &inter));
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank == 0, 1, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    CHECK_ERROR(MPI_ERR_COMM, MPI_Scan(&value, &result, 1, MPI_INT, MPI_SUM, inter));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Exscan(&value, &result, 1, MPI_INT, MPI_SUM, inter));
    CHECK_ERROR(MPI_ERR_ROOT, MPI_Bcast(&value, 1, MPI_INT, size, inter));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, inter));
    CHECK_ERROR(MPI_ERR_BUFFER,
                MPI_Reduce_scatter_block(MPI_IN_PLACE, values, 1, MPI_INT, MPI_SUM, inter));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, values, 1, MPI_INT, inter));
    CHECK_ERROR(MPI_ERR_BUFFER, MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT, values, 1, MPI_INT, inter));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, rank == 0 ? size - 1 : 1, 0, inter));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Cart_create(inter, 0, &value, &result, 0, &out));
    MPI_Comm_free(&inter), MPI_Comm_free(&side);
}

// The calls above have not upset what follows.
static void afterwards(void) {
    int in = rank, out = -1;
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(out == size * (size - 1) / 2);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    arguments();
    aliased();
    varying();
    reductions();
    operations();
    at_once();
    when_made();
    out_of_place();
    immediate();
    sides();
    afterwards();
    return finish("errors of collective calls");
}
