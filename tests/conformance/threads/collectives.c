// Each thread of a rank has communicators of its own and runs collectives on them while others do (MPI-5.0
// chapters 6 and 8, section 11.6).
// flags: -pthread
#include "../common/threads.h"

#ifdef ORACLE
enum { rounds = 2 };
#else
enum { rounds = 8 };
#endif
enum { most = 3000, by_call, at_once, planned, forms = 3 };

// The communicators of a thread, and what it does in this round.
typedef struct {
    int thread, round, form, count, root, turn;
    MPI_Comm comm, ring, sides; // sides: an intercommunicator, from two ranks on
    MPI_Op compose;
    MPI_Datatype pair;
    int *in, *out;
} Team;

static MPI_Comm comms[threads], rings[threads], sides[threads];

static int value_of(const Team* team, int from, int index) {
    return (int)(mixed((unsigned)(from * 131 + team->thread * 17 + team->round * 7)) % 10000u) + index % 100;
}

static int sum_of(const Team* team, int first, int last, int index) {
    int sum = 0;
    for (int from = first; from <= last; ++from) sum += value_of(team, from, index);
    return sum;
}

// A request is waited for, or looked at again and again.
static void finish_request(Team* team, MPI_Request* request) {
    int flag = 0;
    if (++team->turn % 2 == 0)
        MPI_Wait(request, MPI_STATUS_IGNORE);
    else
        while (!flag) MPI_Test(request, &flag, MPI_STATUS_IGNORE);
}

#if HAS_PERSISTENT_COLLECTIVES
#define RUN_PLANNED(persistent, ...)                                                                         \
    do {                                                                                                     \
        CHECK(persistent(__VA_ARGS__, MPI_INFO_NULL, &request) == MPI_SUCCESS);                              \
        for (int start = 0; start < 2; ++start) {                                                            \
            MPI_Start(&request);                                                                             \
            finish_request(team, &request);                                                                  \
        }                                                                                                    \
        MPI_Request_free(&request);                                                                          \
    } while (0)
#else
#define RUN_PLANNED(persistent, ...) ((void)request)
#endif

// In the form of this round.
#define RUN(blocking, immediate, persistent, ...)                                                            \
    do {                                                                                                     \
        MPI_Request request = MPI_REQUEST_NULL;                                                              \
        if (team->form == by_call) CHECK(blocking(__VA_ARGS__) == MPI_SUCCESS);                              \
        if (team->form == at_once) {                                                                         \
            CHECK(immediate(__VA_ARGS__, &request) == MPI_SUCCESS);                                          \
            finish_request(team, &request);                                                                  \
        }                                                                                                    \
        if (team->form == planned) RUN_PLANNED(persistent, __VA_ARGS__);                                     \
    } while (0)

static void set_out(Team* team, int elements) {
    for (int index = 0; index < elements; ++index) team->out[index] = value_of(team, rank, index);
    memset(team->in, 0xff, (size_t)most * (size_t)size * sizeof *team->in);
}

// What each rank gave stands at its place.
static int has_all(const Team* team, const int* got, int first, int last, int shift) {
    int wrong = 0;
    for (int from = first; from <= last; ++from)
        for (int index = 0; index < team->count; ++index)
            wrong += got[(from - first) * team->count + index] != value_of(team, from, shift + index);
    return wrong == 0;
}

static int has_sum(const Team* team, const int* got, int last, int shift, int count) {
    int wrong = 0;
    for (int index = 0; index < count; ++index) wrong += got[index] != sum_of(team, 0, last, shift + index);
    return wrong == 0;
}

static void move_data(Team* team) {
    const int count = team->count, root = team->root;
    RUN(MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, team->comm);
    set_out(team, count);
    int* data = rank == root ? team->out : team->in;
    RUN(MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, data, count, MPI_INT, root, team->comm);
    CHECK(has_all(team, data, root, root, 0));
    set_out(team, count);
    RUN(MPI_Gather, MPI_Igather, MPI_Gather_init, team->out, count, MPI_INT, team->in, count, MPI_INT, root,
        team->comm);
    CHECK(rank != root || has_all(team, team->in, 0, size - 1, 0));
    set_out(team, count * size);
    RUN(MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, team->out, count, MPI_INT, team->in, count, MPI_INT,
        root, team->comm);
    CHECK(has_all(team, team->in, root, root, rank * count));
    set_out(team, count);
    RUN(MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, team->out, count, MPI_INT, team->in, count,
        MPI_INT, team->comm);
    CHECK(has_all(team, team->in, 0, size - 1, 0));
    set_out(team, count * size);
    RUN(MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, team->out, count, MPI_INT, team->in, count, MPI_INT,
        team->comm);
    CHECK(has_all(team, team->in, 0, size - 1, rank * count));
}

static void move_data_of_sizes(Team* team) {
    const int count = team->count, root = team->root;
    int counts[64], places[64];
    MPI_Datatype types[64];
    for (int index = 0; index < size; ++index) counts[index] = count, places[index] = index * count;
    set_out(team, count);
    RUN(MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, team->out, count, MPI_INT, team->in, counts, places,
        MPI_INT, root, team->comm);
    CHECK(rank != root || has_all(team, team->in, 0, size - 1, 0));
    RUN(MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, team->out, count, MPI_INT, team->in, counts,
        places, MPI_INT, team->comm);
    CHECK(has_all(team, team->in, 0, size - 1, 0));
    set_out(team, count * size);
    RUN(MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init, team->out, counts, places, MPI_INT, team->in, count,
        MPI_INT, root, team->comm);
    CHECK(has_all(team, team->in, root, root, rank * count));
    set_out(team, count * size);
    RUN(MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, team->out, counts, places, MPI_INT, team->in,
        counts, places, MPI_INT, team->comm);
    CHECK(has_all(team, team->in, 0, size - 1, rank * count));
    for (int index = 0; index < size; ++index)
        places[index] = index * count * (int)sizeof(int), types[index] = MPI_INT;
    set_out(team, count * size);
    RUN(MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, team->out, counts, places, types, team->in, counts,
        places, types, team->comm);
    CHECK(has_all(team, team->in, 0, size - 1, rank * count));
}

static void reduce(Team* team) {
    const int count = team->count, root = team->root;
    int counts[64];
    set_out(team, count);
    RUN(MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, team->out, team->in, count, MPI_INT, MPI_SUM, root,
        team->comm);
    CHECK(rank != root || has_sum(team, team->in, size - 1, 0, count));
    RUN(MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, team->out, team->in, count, MPI_INT, MPI_SUM,
        team->comm);
    CHECK(has_sum(team, team->in, size - 1, 0, count));
    RUN(MPI_Scan, MPI_Iscan, MPI_Scan_init, team->out, team->in, count, MPI_INT, MPI_SUM, team->comm);
    CHECK(has_sum(team, team->in, rank, 0, count));
    RUN(MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, team->out, team->in, count, MPI_INT, MPI_SUM, team->comm);
    CHECK(rank == 0 || has_sum(team, team->in, rank - 1, 0, count));
    set_out(team, count * size);
    RUN(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, team->out,
        team->in, count, MPI_INT, MPI_SUM, team->comm);
    CHECK(has_sum(team, team->in, size - 1, rank * count, count));
    for (int index = 0; index < size; ++index) counts[index] = count;
    RUN(MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, team->out, team->in, counts,
        MPI_INT, MPI_SUM, team->comm);
    CHECK(has_sum(team, team->in, size - 1, rank * count, count));
}

// x -> a x + b, composed: an operation whose order matters.
typedef struct {
    unsigned a, b;
} Affine;

static Affine composed(Affine first, Affine second) {
    return (Affine){second.a * first.a, second.a * first.b + second.b};
}

static void compose_affine(void* in, void* inout, int* count, MPI_Datatype* type) {
    Affine *first = in, *second = inout;
    (void)type;
    for (int index = 0; index < *count; ++index) second[index] = composed(first[index], second[index]);
}

static Affine affine_of(const Team* team, int from, int index) {
    return (Affine){(unsigned)value_of(team, from, index) * 2u + 1u, (unsigned)(from + index)};
}

static int is_composed(const Team* team, const Affine* got, int last, int count) {
    int wrong = 0;
    for (int index = 0; index < count; ++index) {
        Affine all = affine_of(team, 0, index);
        for (int from = 1; from <= last; ++from) all = composed(all, affine_of(team, from, index));
        wrong += all.a != got[index].a || all.b != got[index].b;
    }
    return wrong == 0;
}

static void reduce_by_own_operation(Team* team) {
    const int count = team->count / 2 + 1;
    Affine *in = (Affine*)(void*)team->in, *out = (Affine*)(void*)team->out;
    for (int index = 0; index < count; ++index) out[index] = affine_of(team, rank, index);
    RUN(MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, out, in, count, team->pair, team->compose,
        team->comm);
    CHECK(is_composed(team, in, size - 1, count));
    RUN(MPI_Scan, MPI_Iscan, MPI_Scan_init, out, in, count, team->pair, team->compose, team->comm);
    CHECK(is_composed(team, in, rank, count));
    RUN(MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, out, in, count, team->pair, team->compose, team->root,
        team->comm);
    CHECK(rank != team->root || is_composed(team, in, size - 1, count));
}

// From the left neighbour, to the right one.
static void exchange_in_ring(Team* team) {
    const int count = team->count, left = left_of(rank), zero = 0;
    set_out(team, count);
    RUN(MPI_Neighbor_allgather, MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init, team->out, count,
        MPI_INT, team->in, count, MPI_INT, team->ring);
    CHECK(has_all(team, team->in, left, left, 0));
    set_out(team, count);
    RUN(MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init, team->out, count, MPI_INT,
        team->in, count, MPI_INT, team->ring);
    CHECK(has_all(team, team->in, left, left, 0));
    set_out(team, count);
    RUN(MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init, team->out, &count,
        &zero, MPI_INT, team->in, &count, &zero, MPI_INT, team->ring);
    CHECK(has_all(team, team->in, left, left, 0));
}

static int first_of_other_side(void) {
    return rank < size / 2 ? size / 2 : 0;
}

static int last_of_other_side(void) {
    return rank < size / 2 ? size - 1 : size / 2 - 1;
}

// What MPICH does not have on sides of different sizes (differences.md) is left out.
static void exchange_between_sides(Team* team) {
    const int count = team->count, first = first_of_other_side(), last = last_of_other_side();
    const int below = size / 2, root = rank < below ? (rank == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0;
    int sum = 0;
#ifdef MPICH_VERSION
    if (team->form != by_call) return;
#endif
    set_out(team, count);
    RUN(MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, team->out, count, MPI_INT, team->in, count,
        MPI_INT, team->sides);
    CHECK(has_all(team, team->in, first, last, 0));
    RUN(MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, team->out, &sum, 1, MPI_INT, MPI_SUM, team->sides);
    CHECK(sum == sum_of(team, first, last, 0));
    set_out(team, count);
    int* data = rank == 0 ? team->out : team->in;
    RUN(MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, data, count, MPI_INT, root, team->sides);
    CHECK(rank < below || has_all(team, data, 0, 0, 0));
    set_out(team, count);
    RUN(MPI_Gather, MPI_Igather, MPI_Gather_init, team->out, count, MPI_INT, team->in, count, MPI_INT, root,
        team->sides);
    CHECK(rank != 0 || has_all(team, team->in, first, last, 0));
    RUN(MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, team->sides);
}

// Several immediate collectives of a thread at once.
static void several_at_once(Team* team) {
    MPI_Request requests[3];
    int sum = -1, most_of_all = -1, data = team->root == rank ? 77 + team->thread : -1,
        value = rank + team->thread;
    MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, team->comm, &requests[0]);
    MPI_Ibcast(&data, 1, MPI_INT, team->root, team->comm, &requests[1]);
    MPI_Iallreduce(&value, &most_of_all, 1, MPI_INT, MPI_MAX, team->comm, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK(sum == size * (size - 1) / 2 + size * team->thread && data == 77 + team->thread);
    CHECK(most_of_all == size - 1 + team->thread);
}

static void run_round(Team* team) {
    static const int counts[] = {1, 37, most, 500};
    team->count = counts[team->round % 4];
    if (team->count * size > 16000) team->count = 16000 / size;
    team->root = (team->round * 3 + team->thread) % size;
    for (int form = 0; form < forms; ++form) {
        team->form = by_call + (form + team->thread) % forms;
        if (team->form == planned && !HAS_PERSISTENT_COLLECTIVES) continue;
        move_data(team);
        move_data_of_sizes(team);
        reduce(team);
        reduce_by_own_operation(team);
        exchange_in_ring(team);
        if (size > 1) exchange_between_sides(team);
    }
    several_at_once(team);
}

static void run_collectives(int thread) {
    Team team = {.thread = thread, .comm = comms[thread], .ring = rings[thread], .sides = sides[thread]};
    team.in = malloc(((size_t)most * (size_t)size + 2) * sizeof *team.in);
    team.out = malloc(((size_t)most * (size_t)size + 2) * sizeof *team.out);
    MPI_Op_create(compose_affine, 0, &team.compose);
    MPI_Type_contiguous(2, MPI_UNSIGNED, &team.pair);
    MPI_Type_commit(&team.pair);
    for (team.round = 0; team.round < rounds; ++team.round) run_round(&team);
    MPI_Op_free(&team.compose);
    MPI_Type_free(&team.pair);
    free(team.in), free(team.out);
}

static void make_communicators(int thread) {
    int left = left_of(rank), right = right_of(rank);
    MPI_Comm half;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[thread]);
    MPI_Dist_graph_create_adjacent(comms[thread], 1, &left, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &rings[thread]);
    sides[thread] = MPI_COMM_NULL;
    if (size == 1) return;
    MPI_Comm_split(comms[thread], rank < size / 2, rank, &half);
    MPI_Intercomm_create(half, 0, comms[thread], first_of_other_side(), 5, &sides[thread]);
    MPI_Comm_free(&half);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    for (int thread = 0; thread < threads; ++thread) make_communicators(thread);
    run_threads(run_collectives);
    run_other_threads(run_collectives);
    for (int thread = 0; thread < threads; ++thread) {
        MPI_Comm_free(&comms[thread]), MPI_Comm_free(&rings[thread]);
        if (sides[thread] != MPI_COMM_NULL) MPI_Comm_free(&sides[thread]);
    }
    return end_of_threads("collectives of threads");
}
