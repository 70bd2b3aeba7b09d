// Random collectives planned from a seed: blocking, immediate, persistent, several under way, and messages.
// ranks: 1 2 3 5 8
// arguments: 1 12
#include "common/frame.h"

// Every rank makes the same plan: rounds of collectives on several communicators, begun in the planned order
// on each communicator and completed in an order of the rank's own, while messages go around between them.
// What a rank gets is computed from the plan; the rest of its buffers must not change.
enum { rounds = 4, most_members = 8, longest = 300, most_operations = 14, communicators = 3 };
enum { room = most_members * longest };
enum {
    barrier,
    bcast,
    gather,
    gatherv,
    scatter,
    scatterv,
    allgather,
    allgatherv,
    alltoall,
    alltoallv,
    alltoallw,
    reduce,
    allreduce,
    reduce_scatter,
    reduce_scatter_block,
    scan,
    exscan,
    kinds
};
enum { immediate, blocking, persistent, ways };

typedef struct {
    int kind, comm, root, length, way, starts;
    unsigned content;
} Operation;

static unsigned state;
static MPI_Comm comms[communicators];
static int here, count; // in the communicator of the operation at hand
static Operation operations[most_operations];
static int operation_count;
static MPI_Request requests[most_operations];
static unsigned out[most_operations][room], in[most_operations][room];
static int out_counts[most_operations][most_members], in_counts[most_operations][most_members];
static int positions[most_operations][most_members], byte_displacements[most_operations][most_members];
static MPI_Datatype types[most_members];

static int pick(int below) {
    state = mixed(state + 0x9e3779b9u);
    return (int)(state % (unsigned)below);
}

static void look_from(const Operation* operation) {
    MPI_Comm_rank(comms[operation->comm], &here);
    MPI_Comm_size(comms[operation->comm], &count);
}

static unsigned value(const Operation* operation, int from, int to, int position) {
    return mixed(operation->content + (unsigned)(from * 65537 + to * 257 + position));
}

// With lengths of their own, every other block is one shorter.
static int length_for(const Operation* operation, int number) {
    return operation->length - (number % 2 != 0 && operation->length > 0);
}

static int reduced_length(const Operation* operation, int to) {
    return operation->kind == reduce_scatter ? length_for(operation, to) : operation->length;
}

// The position of rank `to`'s block among those that are reduced and scattered.
static int reduced_position(const Operation* operation, int to) {
    int position = 0;
    for (int before = 0; before < to; ++before) position += reduced_length(operation, before);
    return position;
}

static void plan(int seed, int round) {
    state = mixed((unsigned)(seed * 1000 + round));
    operation_count = 1 + pick(most_operations);
    for (int index = 0; index < operation_count; ++index) {
        Operation* operation = &operations[index];
        int members;
        operation->kind = pick(kinds);
        operation->comm = pick(communicators);
        members = operation->comm == communicators - 1 && size > 1 ? size / 2 : size; // of the smaller half
        operation->root = pick(members);
        operation->length = pick(3) == 0 ? pick(longest) : pick(5);
        operation->way = pick(ways);
        operation->starts = 1 + pick(2);
        operation->content = (unsigned)pick(1 << 30);
    }
}

static void fill_out(const Operation* operation, unsigned* buffer) {
    const int scatters = operation->kind == scatter || operation->kind == scatterv;
    const int per_rank =
        operation->kind == alltoall || operation->kind == alltoallv || operation->kind == alltoallw;
    for (int to = 0; to < count; ++to)
        for (int position = 0; position < operation->length; ++position) {
            if (operation->kind == reduce_scatter || operation->kind == reduce_scatter_block) {
                if (position < reduced_length(operation, to))
                    buffer[reduced_position(operation, to) + position] = value(operation, here, to, position);
            } else
                buffer[to * operation->length + position] =
                    value(operation, here, scatters || per_rank ? to : 0, position);
        }
}

static void prepare(int index) {
    Operation* operation = &operations[index];
    look_from(operation);
    fill_out(operation, out[index]);
    for (int position = 0; position < room; ++position) in[index][position] = 77;
    if (operation->kind == bcast && here == operation->root)
        for (int position = 0; position < operation->length; ++position)
            in[index][position] = value(operation, here, 0, position);
    for (int member = 0; member < count; ++member) {
        const int exchanged = operation->kind == alltoallv || operation->kind == alltoallw;
        const int number = exchanged ? here + member : member;
        out_counts[index][member] = in_counts[index][member] = length_for(operation, number);
        positions[index][member] = member * operation->length;
        byte_displacements[index][member] = member * operation->length * (int)sizeof(unsigned);
        types[member] = MPI_UNSIGNED;
    }
}

// The arguments of operation `i` of the plan.
// clang-format off
#define OWN out[i], operations[i].length, MPI_UNSIGNED
#define OWN_PART out[i], length_for(&operations[i], here), MPI_UNSIGNED
#define OWN_PARTS out[i], out_counts[i], positions[i], MPI_UNSIGNED
#define OWN_TYPED out[i], out_counts[i], byte_displacements[i], types
#define GOT in[i], operations[i].length, MPI_UNSIGNED
#define GOT_PART in[i], length_for(&operations[i], here), MPI_UNSIGNED
#define GOT_PARTS in[i], in_counts[i], positions[i], MPI_UNSIGNED
#define GOT_TYPED in[i], in_counts[i], byte_displacements[i], types
#define SUMMED out[i], in[i], operations[i].length, MPI_UNSIGNED, MPI_SUM
#define SUMMED_PARTS out[i], in[i], out_counts[i], MPI_UNSIGNED, MPI_SUM
#define COMM comms[operations[i].comm]
#define ROOT operations[i].root
#define EACH_KIND(DO)                                                                                        \
    DO(barrier, Barrier, COMM)                                                                               \
    DO(bcast, Bcast, GOT, ROOT, COMM)                                                                        \
    DO(gather, Gather, OWN, GOT, ROOT, COMM)                                                                 \
    DO(gatherv, Gatherv, OWN_PART, GOT_PARTS, ROOT, COMM)                                                    \
    DO(scatter, Scatter, OWN, GOT, ROOT, COMM)                                                               \
    DO(scatterv, Scatterv, OWN_PARTS, GOT_PART, ROOT, COMM)                                                  \
    DO(allgather, Allgather, OWN, GOT, COMM)                                                                 \
    DO(allgatherv, Allgatherv, OWN_PART, GOT_PARTS, COMM)                                                    \
    DO(alltoall, Alltoall, OWN, GOT, COMM)                                                                   \
    DO(alltoallv, Alltoallv, OWN_PARTS, GOT_PARTS, COMM)                                                     \
    DO(alltoallw, Alltoallw, OWN_TYPED, GOT_TYPED, COMM)                                                     \
    DO(reduce, Reduce, SUMMED, ROOT, COMM)                                                                   \
    DO(allreduce, Allreduce, SUMMED, COMM)                                                                   \
    DO(reduce_scatter, Reduce_scatter, SUMMED_PARTS, COMM)                                                   \
    DO(reduce_scatter_block, Reduce_scatter_block, SUMMED, COMM)                                             \
    DO(scan, Scan, SUMMED, COMM)                                                                             \
    DO(exscan, Exscan, SUMMED, COMM)
#define BEGIN(kind, Name, ...) case kind: MPI_I##kind(__VA_ARGS__, &requests[i]); break;
#define RUN(kind, Name, ...) case kind: MPI_##Name(__VA_ARGS__); break;
#define MAKE(kind, Name, ...) case kind: MPI_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, &requests[i]); break;
// clang-format on

static void start_operation(int i) {
    look_from(&operations[i]);
    requests[i] = MPI_REQUEST_NULL;
    if (operations[i].way == blocking) {
        switch (operations[i].kind) { EACH_KIND(RUN) }
        return;
    }
#if HAS_PERSISTENT_COLLECTIVES
    if (operations[i].way == persistent) {
        switch (operations[i].kind) { EACH_KIND(MAKE) }
        MPI_Start(&requests[i]);
        return;
    }
#endif
    switch (operations[i].kind) { EACH_KIND(BEGIN) }
}

static unsigned sum(const Operation* operation, int end, int to, int position) {
    unsigned total = 0;
    for (int from = 0; from < end; ++from) total += value(operation, from, to, position);
    return total;
}

// What stands in place `position` of block `block` afterwards: 77 where nothing is written.
static unsigned expected(const Operation* operation, int block, int position) {
    const int first = block == 0, at_root = here == operation->root;
    const int inside = position < length_for(operation, block), own_inside = position < length_for(operation, here);
    const int kind = operation->kind;
    if (kind == bcast && first) return value(operation, operation->root, 0, position);
    if ((kind == gather || (kind == gatherv && inside)) && at_root) return value(operation, block, 0, position);
    if ((kind == scatter || (kind == scatterv && own_inside)) && first)
        return value(operation, operation->root, here, position);
    if (kind == allgather || (kind == allgatherv && inside)) return value(operation, block, 0, position);
    if (kind == alltoall) return value(operation, block, here, position);
    if ((kind == alltoallv || kind == alltoallw) && position < length_for(operation, here + block))
        return value(operation, block, here, position);
    if (((kind == reduce && at_root) || kind == allreduce) && first) return sum(operation, count, 0, position);
    if ((kind == reduce_scatter_block || (kind == reduce_scatter && own_inside)) && first)
        return sum(operation, count, here, position);
    if (kind == scan && first) return sum(operation, here + 1, 0, position);
    if (kind == exscan && first && here > 0) return sum(operation, here, 0, position);
    return 77;
}

static void check_operation(int seed, int index) {
    const Operation* operation = &operations[index];
    int wrong = 0;
    look_from(operation);
    for (int block = 0; block < count; ++block)
        for (int position = 0; position < operation->length; ++position)
            wrong += in[index][block * operation->length + position] != expected(operation, block, position);
    if (wrong > 0) fprintf(stderr, "seed %d: operation %d, kind %d\n", seed, index, operation->kind);
    CHECK(wrong == 0);
}

// Completes what is under way in an order of this rank's own, by each of the functions for it.
static void complete_all(unsigned order) {
    for (int turn = 0; turn < 3 * operation_count; ++turn) {
        int flag = 0, index = (int)(mixed(order + (unsigned)turn) % (unsigned)operation_count);
        MPI_Status status;
        if (requests[index] == MPI_REQUEST_NULL ||
            (HAS_PERSISTENT_COLLECTIVES && operations[index].way == persistent))
            continue;
        if (turn % 2 == 0)
            MPI_Wait(&requests[index], &status), flag = 1;
        else
            MPI_Test(&requests[index], &flag, &status);
        CHECK(!flag || requests[index] == MPI_REQUEST_NULL);
    }
    if (order % 2 == 0) {
        for (int index = 0; index != MPI_UNDEFINED;)
            MPI_Waitany(operation_count, requests, &index, MPI_STATUS_IGNORE);
    } else {
        MPI_Waitall(operation_count, requests, MPI_STATUSES_IGNORE);
    }
}

static void again(int seed) {
#if HAS_PERSISTENT_COLLECTIVES
    for (int repeat = 0; repeat < 2; ++repeat) {
        for (int step = 0; step < operation_count; ++step) {
            int index =
                repeat == 0 ? step : (step + rank) % operation_count; // each rank in an order of its own
            if (operations[index].way != persistent || operations[index].starts <= repeat) continue;
            prepare(index);
            MPI_Start(&requests[index]);
        }
        MPI_Waitall(operation_count, requests, MPI_STATUSES_IGNORE);
        for (int index = 0; index < operation_count; ++index)
            if (operations[index].way == persistent) check_operation(seed, index);
    }
    for (int index = 0; index < operation_count; ++index)
        if (operations[index].way == persistent) MPI_Request_free(&requests[index]);
#else
    (void)seed;
#endif
}

static void do_round(int seed, int round) {
    int sent = rank * 100 + round, got = -1;
    MPI_Request message;
    plan(seed, round);
    MPI_Irecv(&got, 1, MPI_INT, left_of(rank), round, MPI_COMM_WORLD, &message);
    for (int index = 0; index < operation_count; ++index) {
        prepare(index);
        start_operation(index);
        if (index == operation_count / 2) MPI_Send(&sent, 1, MPI_INT, right_of(rank), round, MPI_COMM_WORLD);
    }
    if ((rank + round) % 3 == 0) MPI_Wait(&message, MPI_STATUS_IGNORE);
    complete_all(mixed((unsigned)(seed * 100 + round * 10 + rank)));
    MPI_Wait(&message, MPI_STATUS_IGNORE);
    CHECK(got == left_of(rank) * 100 + round);
    for (int index = 0; index < operation_count; ++index) check_operation(seed, index);
    again(seed);
}

int main(int argc, char** argv) {
    int first, last;
    begin(&argc, &argv);
    first = argc > 1 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : first;
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comms[2]);
    for (int seed = first; seed <= last; ++seed)
        for (int round = 0; round < rounds; ++round) do_round(seed, round);
    MPI_Comm_free(&comms[1]), MPI_Comm_free(&comms[2]);
    return finish("random collectives");
}
