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
static int value(int low_side, int from, int to, int place) {
    return 10000 * low_side + 1000 * from + 100 * to + place;
}

static void prepare(int same_for_all) {
    for (int place = 0; place < room; ++place)
        in[place] = untouched,
        out[place] = value(low, here, same_for_all ? 0 : place / length, place % length);
}

static int sum_of(int low_side, int members, int to, int place) {
    int sum = 0;
    for (int from = 0; from < members; ++from) sum += value(low_side, from, to, place);
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
    for (int place = 0; place < length; ++place)
        CHECK(in[block * length + place] ==
              (holds ? value(low_side, expected_from, expected_to, place) : untouched));
}

static void rooted(int way, int root, int of_low) {
    const int argument = root_of(root, of_low), receives = low != of_low, gathers = argument == MPI_ROOT;
    int lengths[most], places[most];
    for (int other = 0; other < most; ++other)
        lengths[other] = other % length + 1, places[other] = other * length;

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
    RUN(way, Gatherv, gatherv, out, here % length + 1, MPI_INT, in, lengths, places, MPI_INT, argument,
        inter);
    for (int place = 0; place < remote * length; ++place)
        CHECK(in[place] == (gathers && place % length < lengths[place / length]
                                ? value(!of_low, place / length, 0, place % length)
                                : untouched));

    prepare(0);
    RUN(way, Scatter, scatter, out, length, MPI_INT, in, length, MPI_INT, argument, inter);
    check_block(0, receives, root, here, of_low);

    prepare(0);
    RUN(way, Scatterv, scatterv, out, lengths, places, MPI_INT, in, here % length + 1, MPI_INT, argument,
        inter);
    for (int place = 0; place < length; ++place)
        CHECK(in[place] ==
              (receives && place < here % length + 1 ? value(of_low, root, here, place) : untouched));

    prepare(1);
    RUN(way, Reduce, reduce, out, in, length, MPI_INT, MPI_SUM, argument, inter);
    for (int place = 0; place < length; ++place)
        CHECK(in[place] == (gathers ? sum_of(!of_low, remote, 0, place) : untouched));
}

static void among_all(int way) {
    int lengths[most], places[most], own[most];
    MPI_Datatype types[most];
    for (int other = 0; other < most; ++other) {
        lengths[other] = other % length + 1, places[other] = other * length;
        own[other] = here % length + 1, types[other] = MPI_INT;
    }
    RUN(way, Barrier, barrier, inter);
    prepare(1);
    RUN(way, Allgather, allgather, out, length, MPI_INT, in, length, MPI_INT, inter);
    for (int other = 0; other < remote; ++other) check_block(other, 1, other, 0, !low);

    prepare(1);
    RUN(way, Allgatherv, allgatherv, out, here % length + 1, MPI_INT, in, lengths, places, MPI_INT, inter);
    for (int place = 0; place < remote * length; ++place)
        CHECK(in[place] == (place % length < lengths[place / length]
                                ? value(!low, place / length, 0, place % length)
                                : untouched));
    prepare(0);
    RUN(way, Alltoall, alltoall, out, length, MPI_INT, in, length, MPI_INT, inter);
    for (int other = 0; other < remote; ++other) check_block(other, 1, other, here, !low);

    prepare(0);
    RUN(way, Alltoallv, alltoallv, out, own, places, MPI_INT, in, lengths, places, MPI_INT, inter);
    for (int place = 0; place < remote * length; ++place)
        CHECK(in[place] == (place % length < lengths[place / length]
                                ? value(!low, place / length, here, place % length)
                                : untouched));
    prepare(0);
    for (int other = 0; other < most; ++other) places[other] *= (int)sizeof(int);
    RUN(way, Alltoallw, alltoallw, out, own, places, types, in, lengths, places, types, inter);
    for (int other = 0; other < remote; ++other) CHECK(in[other * length] == value(!low, other, here, 0));

    prepare(1);
    RUN(way, Allreduce, allreduce, out, in, length, MPI_INT, MPI_SUM, inter);
    for (int place = 0; place < length; ++place) CHECK(in[place] == sum_of(!low, remote, 0, place));
}

// Both sides reduce count * remote elements; each rank gets as many of them as it has a share.
static void reduced_and_scattered(int way) {
    static int many[most * most];
    int shares[most], result[most], first = here * remote;
    for (int place = 0; place < count * remote; ++place) many[place] = 100 * here + place + 7 * low;
    for (int member = 0; member < count; ++member) shares[member] = remote;
    for (int form = 0; form < 2; ++form) {
        for (int place = 0; place < most; ++place) result[place] = untouched;
        if (form == 0)
            RUN(way, Reduce_scatter, reduce_scatter, many, result, shares, MPI_INT, MPI_SUM, inter);
        else
            RUN(way, Reduce_scatter_block, reduce_scatter_block, many, result, remote, MPI_INT, MPI_SUM,
                inter);
        for (int place = 0; place < most; ++place)
            CHECK(result[place] ==
                  (place < remote ? 100 * remote * (remote - 1) / 2 + remote * (first + place + 7 * !low)
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
