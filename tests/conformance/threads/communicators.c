// Threads of a rank create communicators at once, each from a parent of its own or by tags of its own: none
// gets the messages of another one (MPI-5.0 chapters 7 and 8, section 11.6).
// flags: -pthread
#include "../common/threads.h"

#ifdef ORACLE
enum { rounds = 1 };
#else
enum { rounds = 12 };
#endif

static MPI_Comm parents[threads];
static int shared_keyval;
static int copied[threads], deleted[threads];

// All ranks of the communicator add up, and send to their neighbours with the same tags in all communicators.
static void use(MPI_Comm comm, int thread) {
    int here = -1, count = -1, value[2], sum[2] = {-1, -1}, got[2] = {-1, -1};
    MPI_Request requests[2];
    MPI_Comm_rank(comm, &here), MPI_Comm_size(comm, &count);
    value[0] = here * threads + thread, value[1] = thread;
    MPI_Allreduce(value, sum, 2, MPI_INT, MPI_SUM, comm);
    CHECK(sum[0] == threads * count * (count - 1) / 2 + thread * count && sum[1] == thread * count);
    MPI_Irecv(got, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &requests[0]);
    MPI_Isend(value, 2, MPI_INT, (here + 1) % count, 3, comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(got[0] == (here + count - 1) % count * threads + thread && got[1] == thread);
    MPI_Barrier(comm); // the receive would take the next message, too
}

static void use_and_free(MPI_Comm comm, int thread) {
    if (comm == MPI_COMM_NULL) return;
    use(comm, thread);
    MPI_Comm_free(&comm);
    CHECK(comm == MPI_COMM_NULL);
}

static int is_congruent(MPI_Comm one, MPI_Comm other) {
    int result = -1;
    MPI_Comm_compare(one, other, &result);
    return result == MPI_CONGRUENT;
}

static void duplicate(int thread) {
    MPI_Comm comm = MPI_COMM_NULL, next = MPI_COMM_NULL;
    MPI_Request request;
    MPI_Comm_dup(parents[thread], &comm);
    CHECK(is_congruent(comm, parents[thread]));
    MPI_Comm_idup(comm, &next, &request);
    use(comm, thread);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(is_congruent(next, comm));
    use_and_free(comm, thread);
    use_and_free(next, thread);
}

static void split(int thread, int round) {
    MPI_Comm comm = MPI_COMM_NULL;
    int here = -1, count = -1, color = (rank + round) % 3;
    MPI_Comm_split(parents[thread], color == 2 ? MPI_UNDEFINED : color, -rank, &comm);
    CHECK((comm == MPI_COMM_NULL) == (color == 2));
    use_and_free(comm, thread);
    MPI_Comm_split_type(parents[thread], MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);
    MPI_Comm_rank(comm, &here), MPI_Comm_size(comm, &count);
    CHECK(here >= 0 && here < count && count <= size);
    use_and_free(comm, thread);
}

// The even ranks, or the odd ones.
static MPI_Group ranks_of_kind(MPI_Comm comm, int kind) {
    MPI_Group all, some;
    int range[1][3] = {{kind, size - 1, 2}};
    MPI_Comm_group(comm, &all);
    MPI_Group_range_incl(all, kind < size ? 1 : 0, range, &some);
    MPI_Group_free(&all);
    return some;
}

// By a call of all ranks of the parent, and by a call of the group's ranks on a communicator that all threads
// use.
static void create(int thread) {
    MPI_Group group = ranks_of_kind(parents[thread], thread % 2);
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_create(parents[thread], group, &comm);
    CHECK((comm != MPI_COMM_NULL) == (rank % 2 == thread % 2));
    use_and_free(comm, thread);
    MPI_Group_free(&group);
    group = ranks_of_kind(MPI_COMM_WORLD, rank % 2);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 100 + thread, &comm);
    CHECK(comm != MPI_COMM_NULL);
    use_and_free(comm, thread);
    MPI_Group_free(&group);
}

// Two sides, met over a communicator that all threads use.
static void connect(int thread) {
    MPI_Comm half = MPI_COMM_NULL, sides = MPI_COMM_NULL, merged = MPI_COMM_NULL;
    const int high = rank >= size / 2, other = high ? size / 2 : size - size / 2;
    int count = -1, here = -1;
    if (size == 1) return;
    MPI_Comm_split(parents[thread], high, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, high ? 0 : size / 2, 200 + thread, &sides);
    MPI_Comm_remote_size(sides, &count);
    CHECK(count == other);
    MPI_Barrier(sides);
    MPI_Intercomm_merge(sides, high, &merged);
    MPI_Comm_rank(merged, &here);
    CHECK(here == rank);
    use_and_free(merged, thread);
    use_and_free(half, thread);
    MPI_Comm_free(&sides);
}

static void arrange(int thread) {
    int dims[2] = {0, 0}, periods[2] = {1, 0}, keep[2] = {1, 0}, left = left_of(rank), right = right_of(rank);
    int source = -1, destination = -1, indegree = -1, outdegree = -1, weighted = -1;
    MPI_Comm grid = MPI_COMM_NULL, line = MPI_COMM_NULL, ring = MPI_COMM_NULL;
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(parents[thread], 2, dims, periods, 0, &grid);
    MPI_Cart_shift(grid, 0, 1, &source, &destination);
    CHECK(destination == (rank + dims[1]) % size);
    MPI_Cart_sub(grid, keep, &line);
    use_and_free(line, thread);
    use_and_free(grid, thread);
    MPI_Dist_graph_create_adjacent(parents[thread], 1, &left, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &ring);
    MPI_Dist_graph_neighbors_count(ring, &indegree, &outdegree, &weighted);
    CHECK(indegree == 1 && outdegree == 1 && !weighted);
    use_and_free(ring, thread);
}

static void arrange_graph(int thread) {
    int *ends = malloc((size_t)size * sizeof *ends), *edges = malloc((size_t)size * sizeof *edges);
    int neighbours = -1, neighbour = -1;
    MPI_Comm graph = MPI_COMM_NULL;
    for (int index = 0; index < size; ++index) ends[index] = index + 1, edges[index] = right_of(index);
    MPI_Graph_create(parents[thread], size, ends, edges, 0, &graph);
    MPI_Graph_neighbors_count(graph, rank, &neighbours);
    MPI_Graph_neighbors(graph, rank, 1, &neighbour);
    CHECK(neighbours == 1 && neighbour == right_of(rank));
    use_and_free(graph, thread);
    free(ends), free(edges);
}

static int copy_attribute(MPI_Comm comm, int keyval, void* extra, void* value, void* copy, int* flag) {
    (void)comm, (void)keyval;
    __atomic_fetch_add(extra != NULL ? (int*)extra : &copied[*(int*)value], 1, __ATOMIC_RELAXED);
    *(void**)copy = value;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_attribute(MPI_Comm comm, int keyval, void* value, void* extra) {
    (void)comm, (void)keyval, (void)extra;
    __atomic_fetch_add(&deleted[*(int*)value], 1, __ATOMIC_RELAXED);
    return MPI_SUCCESS;
}

static int has_attribute(MPI_Comm comm, int keyval, int* expected) {
    int *found = NULL, flag = 0;
    MPI_Comm_get_attr(comm, keyval, &found, &flag);
    return flag && found == expected;
}

// A keyval of the thread, and one of all threads: copied by dup, deleted in the end.
static void attach(int thread) {
    static int numbers[threads] = {0, 1, 2, 3};
    int copies = 0, own = MPI_KEYVAL_INVALID;
    MPI_Comm comm = MPI_COMM_NULL, next = MPI_COMM_NULL;
    MPI_Comm_create_keyval(copy_attribute, delete_attribute, &own, &copies);
    MPI_Comm_dup(parents[thread], &comm);
    MPI_Comm_set_attr(comm, own, &numbers[thread]);
    MPI_Comm_set_attr(comm, shared_keyval, &numbers[thread]);
    copied[thread] = deleted[thread] = 0;
    MPI_Comm_dup(comm, &next);
    CHECK(copies == 1 && copied[thread] == 1);
    CHECK(has_attribute(next, own, &numbers[thread]) && has_attribute(next, shared_keyval, &numbers[thread]));
    MPI_Comm_delete_attr(next, own);
    CHECK(deleted[thread] == 1);
    use_and_free(next, thread);
    CHECK(deleted[thread] == 2);
    MPI_Comm_free_keyval(&own);
    use_and_free(comm, thread);
    CHECK(deleted[thread] == 4);
}

static void name_and_inform(int thread, int round) {
    char name[MPI_MAX_OBJECT_NAME], got[MPI_MAX_OBJECT_NAME] = "";
    int length = -1;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Info info, kept;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_allow_overtaking", "false");
    MPI_Comm_dup_with_info(parents[thread], info, &comm);
    sprintf(name, "thread %d in round %d", thread, round);
    MPI_Comm_set_name(comm, name);
    MPI_Comm_set_info(comm, info);
    MPI_Comm_get_info(comm, &kept);
    CHECK(kept != MPI_INFO_NULL);
    MPI_Info_free(&kept), MPI_Info_free(&info);
    use(comm, thread);
    MPI_Comm_get_name(comm, got, &length);
    CHECK(strcmp(name, got) == 0 && length == (int)strlen(name));
    MPI_Comm_free(&comm);
}

// In another order in each thread.
static void create_all(int thread) {
    for (int round = 0; round < rounds; ++round)
        for (int step = 0; step < 8; ++step) switch ((step + thread * 2 + round) % 8) {
            case 0:
                duplicate(thread);
                break;
            case 1:
                split(thread, round);
                break;
            case 2:
                create(thread);
                break;
            case 3:
                connect(thread);
                break;
            case 4:
                arrange(thread);
                break;
            case 5:
                arrange_graph(thread);
                break;
            case 6:
                attach(thread);
                break;
            default:
                name_and_inform(thread, round);
            }
}

// Many at once live, and have contexts of their own.
static void create_many(int thread) {
    enum { many = 10 };
    MPI_Comm comms[many];
    for (int index = 0; index < many; ++index)
        MPI_Comm_dup(index == 0 ? parents[thread] : comms[index / 2], &comms[index]);
    for (int index = 0; index < many; ++index) use(comms[index], thread);
    for (int index = many - 1; index >= 0; --index) MPI_Comm_free(&comms[index]);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    for (int thread = 0; thread < threads; ++thread) MPI_Comm_dup(MPI_COMM_WORLD, &parents[thread]);
    MPI_Comm_create_keyval(copy_attribute, delete_attribute, &shared_keyval, NULL);
    run_threads(create_all);
    run_other_threads(create_many);
    MPI_Comm_free_keyval(&shared_keyval);
    for (int thread = 0; thread < threads; ++thread) MPI_Comm_free(&parents[thread]);
    return end_of_threads("communicators of threads");
}
