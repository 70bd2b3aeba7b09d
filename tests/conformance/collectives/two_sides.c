// Collectives on intercommunicators, blocking, immediate and persistent (MPI-5.0 section 6.2.2).
// ranks: 2 3 5 8
#include "../common/frame.h"

// MPICH's immediate ones stop the program (differences.md).
#ifdef MPICH_VERSION
#define WAYS 1
#else
#define WAYS (HAS_PERSISTENT_COLLECTIVES ? 3 : 2)
#endif

enum { most = 8, length = 3, room = most * length, untouched = -7 };

static MPI_Comm inter;
static int here, count, remote, low;
static int out[room], in[room];

// What rank `from` of a side has for rank `to` of the other.
static int value(int low_side, int from, int to, int index) {
    return 10000 * low_side + 1000 * from + 100 * to + index;
}

static void prepare(int same_for_all) {
    for (int index = 0; index < room; ++index)
        in[index] = untouched,
        out[index] = value(low, here, same_for_all ? 0 : index / length, index % length);
}

static int sum_of(int low_side, int members, int to, int index) {
    int sum = 0;
    for (int from = 0; from < members; ++from) sum += value(low_side, from, to, index);
    return sum;
}

// Runs MPI_Name, MPI_Iname or MPI_Name_init and completes it.
#if HAS_PERSISTENT_COLLECTIVES
#define MAKE(Name, ...) MPI_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, &request)
#else
#define MAKE(Name, ...) ((void)0)
#endif
#define RUN(way, Name, name, ...)                                                                            \
    do {                                                                                                     \
        MPI_Request request = MPI_REQUEST_NULL;                                                              \
        if (way == 0) MPI_##Name(__VA_ARGS__);                                                               \
        if (way == 1) MPI_I##name(__VA_ARGS__, &request);                                                    \
        if (way == 2) MAKE(Name, __VA_ARGS__), MPI_Start(&request);                                          \
        if (way > 0) MPI_Wait(&request, MPI_STATUS_IGNORE);                                                  \
        if (way == 2) MPI_Request_free(&request);                                                            \
    } while (0)

// The root argument: rank `root` of the low side (or the other) is the root.
static int root_of(int root, int of_low) {
    if (low != of_low) return root;
    return here == root ? MPI_ROOT : MPI_PROC_NULL;
}

static void check_block(int block, int holds, int expected_from, int expected_to, int low_side) {
    for (int index = 0; index < length; ++index)
        CHECK(in[block * length + index] ==
              (holds ? value(low_side, expected_from, expected_to, index) : untouched));
}

static void rooted(int way, int root, int of_low) {
    const int argument = root_of(root, of_low), receives = low != of_low, gathers = argument == MPI_ROOT;
    int lengths[most], indices[most];
    for (int other = 0; other < most; ++other)
        lengths[other] = other % length + 1, indices[other] = other * length;

    prepare(1);
    if (receives)
        RUN(way, Bcast, bcast, in, length, MPI_INT, argument, inter);
    else
        RUN(way, Bcast, bcast, out, length, MPI_INT, argument, inter);
    check_block(0, receives, root, 0, of_low);

    prepare(1);
    RUN(way, Gather, gather, out, length, MPI_INT, in, length, MPI_INT, argument, inter);
    for (int other = 0; other < remote; ++other) check_block(other, gathers, other, 0, !of_low);

    prepare(1);
    RUN(way, Gatherv, gatherv, out, here % length + 1, MPI_INT, in, lengths, indices, MPI_INT, argument,
        inter);
    for (int index = 0; index < remote * length; ++index)
        CHECK(in[index] == (gathers && index % length < lengths[index / length]
                                ? value(!of_low, index / length, 0, index % length)
                                : untouched));

    prepare(0);
    RUN(way, Scatter, scatter, out, length, MPI_INT, in, length, MPI_INT, argument, inter);
    check_block(0, receives, root, here, of_low);

    prepare(0);
    RUN(way, Scatterv, scatterv, out, lengths, indices, MPI_INT, in, here % length + 1, MPI_INT, argument,
        inter);
    for (int index = 0; index < length; ++index)
        CHECK(in[index] ==
              (receives && index < here % length + 1 ? value(of_low, root, here, index) : untouched));

    prepare(1);
    RUN(way, Reduce, reduce, out, in, length, MPI_INT, MPI_SUM, argument, inter);
    for (int index = 0; index < length; ++index)
        CHECK(in[index] == (gathers ? sum_of(!of_low, remote, 0, index) : untouched));
}

static void among_all(int way) {
    int lengths[most], indices[most], own[most];
    MPI_Datatype types[most];
    for (int other = 0; other < most; ++other) {
        lengths[other] = other % length + 1, indices[other] = other * length;
        own[other] = here % length + 1, types[other] = MPI_INT;
    }
    RUN(way, Barrier, barrier, inter);
    prepare(1);
    RUN(way, Allgather, allgather, out, length, MPI_INT, in, length, MPI_INT, inter);
    for (int other = 0; other < remote; ++other) check_block(other, 1, other, 0, !low);

    prepare(1);
    RUN(way, Allgatherv, allgatherv, out, here % length + 1, MPI_INT, in, lengths, indices, MPI_INT, inter);
    for (int index = 0; index < remote * length; ++index)
        CHECK(in[index] == (index % length < lengths[index / length]
                                ? value(!low, index / length, 0, index % length)
                                : untouched));
    prepare(0);
    RUN(way, Alltoall, alltoall, out, length, MPI_INT, in, length, MPI_INT, inter);
    for (int other = 0; other < remote; ++other) check_block(other, 1, other, here, !low);

    prepare(0);
    RUN(way, Alltoallv, alltoallv, out, own, indices, MPI_INT, in, lengths, indices, MPI_INT, inter);
    for (int index = 0; index < remote * length; ++index)
        CHECK(in[index] == (index % length < lengths[index / length]
                                ? value(!low, index / length, here, index % length)
                                : untouched));
    prepare(0);
    for (int other = 0; other < most; ++other) indices[other] *= (int)sizeof(int);
    RUN(way, Alltoallw, alltoallw, out, own, indices, types, in, lengths, indices, types, inter);
    for (int other = 0; other < remote; ++other) CHECK(in[other * length] == value(!low, other, here, 0));

    prepare(1);
    RUN(way, Allreduce, allreduce, out, in, length, MPI_INT, MPI_SUM, inter);
    for (int index = 0; index < length; ++index) CHECK(in[index] == sum_of(!low, remote, 0, index));
}

// Both sides reduce count * remote elements; each rank gets as many of them as it has a share.
static void reduced_and_scattered(int way) {
    static int many[most * most];
    int shares[most], result[most], first = here * remote;
    for (int index = 0; index < count * remote; ++index) many[index] = 100 * here + index + 7 * low;
    for (int member = 0; member < count; ++member) shares[member] = remote;
    for (int form = 0; form < 2; ++form) {
        for (int index = 0; index < most; ++index) result[index] = untouched;
        if (form == 0)
            RUN(way, Reduce_scatter, reduce_scatter, many, result, shares, MPI_INT, MPI_SUM, inter);
        else
            RUN(way, Reduce_scatter_block, reduce_scatter_block, many, result, remote, MPI_INT, MPI_SUM,
                inter);
        for (int index = 0; index < most; ++index)
            CHECK(result[index] ==
                  (index < remote ? 100 * remote * (remote - 1) / 2 + remote * (first + index + 7 * !low)
                                  : untouched));
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int border = 1; border < size; ++border) {
        MPI_Comm side;
        low = rank < border;
        MPI_Comm_split(MPI_COMM_WORLD, low, rank, &side);
        MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, low ? border : 0, 5, &inter);
        MPI_Comm_rank(inter, &here), MPI_Comm_size(inter, &count), MPI_Comm_remote_size(inter, &remote);
        for (int way = 0; way < WAYS; ++way) {
            for (int of_low = 0; of_low < 2; ++of_low)
                for (int root = 0; root < (of_low ? border : size - border); ++root)
                    rooted(way, root, of_low);
            among_all(way);
            reduced_and_scattered(way);
        }
        MPI_Comm_free(&inter), MPI_Comm_free(&side);
    }
    return finish("collectives of two sides");
}
