// Neighbourhood collectives on grids, graphs and distributed graphs (MPI-5.0 sections 8.6 to 8.8).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { most = 40, longest = 3, untouched = -7, ways = 3 };

// Other MPIs mix up messages between the same two ranks (differences.md): Open MPI on grids, MPICH on graphs
// too.
#if defined(OPEN_MPI)
#define CHECK_DATA(condition) CHECK((crossed && doubled >= 0) || (condition))
#elif defined(MPICH_VERSION)
#define CHECK_DATA(condition)                                                                                \
    CHECK(crossed || doubled || (form == 2 && in_degree != out_degree) || (condition))
#else
#define CHECK_DATA(condition) CHECK(condition)
#endif

static MPI_Comm comm;
static int here, in_degree, out_degree, sources[most], destinations[most];
static int crossed; // on a grid: what leaves in one direction arrives from the other
static int doubled; // several edges between the same two ranks

// What rank `from` sends over its edge `edge`: an element at `position`.
static int value(int from, int edge, int position) {
    return 1000 * from + 10 * edge + position;
}

// The edge of `from` over which the data of my slot `position` come: on a graph, edges between the same two
// ranks count in their order.
static int edge_of(int position) {
    if (crossed) return position ^ 1;
    return -1;
}

static void complete(int way, MPI_Request* request) {
    if (way == 0) return;
    if (way == 2) MPI_Start(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    if (way == 2) MPI_Request_free(request);
}

static void allgather(int way) {
    int out[longest], in[most * longest];
    MPI_Request request;
    for (int position = 0; position < longest; ++position) out[position] = value(here, 0, position);
    for (int position = 0; position < most * longest; ++position) in[position] = untouched;
    if (way == 0) MPI_Neighbor_allgather(out, longest, MPI_INT, in, longest, MPI_INT, comm);
    if (way == 1) MPI_Ineighbor_allgather(out, longest, MPI_INT, in, longest, MPI_INT, comm, &request);
#if HAS_PERSISTENT_COLLECTIVES
    if (way == 2)
        MPI_Neighbor_allgather_init(out, longest, MPI_INT, in, longest, MPI_INT, comm, MPI_INFO_NULL,
                                    &request);
#endif
    complete(way, &request);
    for (int edge = 0; edge < in_degree; ++edge)
        for (int position = 0; position < longest; ++position)
            CHECK(in[edge * longest + position] ==
                  (sources[edge] == MPI_PROC_NULL ? untouched : value(sources[edge], 0, position)));
}

// Rank r has r % 3 + 1 elements; they go to displacements from the end of the buffer.
static void allgatherv(int way) {
    int out[longest], in[most * longest], lengths[most], positions[most], own = here % longest + 1;
    MPI_Request request;
    for (int position = 0; position < longest; ++position) out[position] = value(here, 0, position);
    for (int position = 0; position < most * longest; ++position) in[position] = untouched;
    for (int edge = 0; edge < in_degree; ++edge) {
        lengths[edge] = sources[edge] == MPI_PROC_NULL ? 1 : sources[edge] % longest + 1;
        positions[edge] = (in_degree - 1 - edge) * longest;
    }
    if (way == 0) MPI_Neighbor_allgatherv(out, own, MPI_INT, in, lengths, positions, MPI_INT, comm);
    if (way == 1) MPI_Ineighbor_allgatherv(out, own, MPI_INT, in, lengths, positions, MPI_INT, comm, &request);
#if HAS_PERSISTENT_COLLECTIVES
    if (way == 2)
        MPI_Neighbor_allgatherv_init(out, own, MPI_INT, in, lengths, positions, MPI_INT, comm, MPI_INFO_NULL,
                                     &request);
#endif
    complete(way, &request);
    for (int edge = 0; edge < in_degree; ++edge)
        for (int position = 0; position < longest; ++position) {
            int filled = sources[edge] != MPI_PROC_NULL && position < lengths[edge];
            CHECK(in[positions[edge] + position] == (filled ? value(sources[edge], 0, position) : untouched));
        }
}

// The k-th edge from a rank carries the k-th of what that rank sends here.
static int expected(int edge, int position, int (*edges_of)(int from, int number)) {
    int number = 0;
    if (sources[edge] == MPI_PROC_NULL) return untouched;
    if (edge_of(edge) >= 0) return value(sources[edge], edge_of(edge), position);
    for (int before = 0; before < edge; ++before) number += sources[before] == sources[edge];
    return value(sources[edge], edges_of(sources[edge], number), position);
}

static void alltoall(int way, int form, int (*edges_of)(int from, int number)) {
    int out[most * longest], in[most * longest], lengths[most], positions[most];
    MPI_Aint byte_displacements[most];
    MPI_Datatype types[most];
    MPI_Request request;
    for (int position = 0; position < most * longest; ++position)
        in[position] = untouched, out[position] = value(here, position / longest, position % longest);
    for (int edge = 0; edge < most; ++edge) {
        lengths[edge] = longest, positions[edge] = edge * longest, types[edge] = MPI_INT;
        byte_displacements[edge] = edge * longest * (MPI_Aint)sizeof(int);
    }
#define SAME out, longest, MPI_INT, in, longest, MPI_INT, comm
#define VARYING out, lengths, positions, MPI_INT, in, lengths, positions, MPI_INT, comm
#define TYPED out, lengths, byte_displacements, types, in, lengths, byte_displacements, types, comm
    if (form == 0 && way == 0) MPI_Neighbor_alltoall(SAME);
    if (form == 1 && way == 0) MPI_Neighbor_alltoallv(VARYING);
    if (form == 2 && way == 0) MPI_Neighbor_alltoallw(TYPED);
    if (form == 0 && way == 1) MPI_Ineighbor_alltoall(SAME, &request);
    if (form == 1 && way == 1) MPI_Ineighbor_alltoallv(VARYING, &request);
    if (form == 2 && way == 1) MPI_Ineighbor_alltoallw(TYPED, &request);
#if HAS_PERSISTENT_COLLECTIVES
    if (form == 0 && way == 2) MPI_Neighbor_alltoall_init(SAME, MPI_INFO_NULL, &request);
    if (form == 1 && way == 2) MPI_Neighbor_alltoallv_init(VARYING, MPI_INFO_NULL, &request);
    if (form == 2 && way == 2) MPI_Neighbor_alltoallw_init(TYPED, MPI_INFO_NULL, &request);
#endif
    complete(way, &request);
    for (int edge = 0; edge < in_degree; ++edge)
        for (int position = 0; position < longest; ++position)
            CHECK_DATA(in[edge * longest + position] == expected(edge, position, edges_of));
}

static void everything(int (*edges_of)(int from, int number)) {
    MPI_Comm_rank(comm, &here);
    for (int way = 0; way < (HAS_PERSISTENT_COLLECTIVES ? ways : ways - 1); ++way) {
        allgather(way);
        allgatherv(way);
        for (int form = 0; form < 3; ++form) alltoall(way, form, edges_of);
    }
    MPI_Comm_free(&comm);
}

static void on_grid(int dimensions, const int* periods) {
    int dims[3] = {0, 0, 0};
    MPI_Dims_create(size, dimensions, dims);
    MPI_Cart_create(MPI_COMM_WORLD, dimensions, dims, periods, 0, &comm);
    in_degree = out_degree = 2 * dimensions;
    for (int dimension = 0; dimension < dimensions; ++dimension)
        MPI_Cart_shift(comm, dimension, 1, &sources[2 * dimension], &sources[2 * dimension + 1]);
    crossed = 1;
    everything(NULL);
    crossed = 0;
}

// A complete graph with an edge to oneself: edge k of every node goes to node k.
static int to_me(int from, int number) {
    (void)from, (void)number;
    return here;
}

static void on_graph(void) {
    int index[8], edges[64];
    for (int node = 0; node < size; ++node) {
        index[node] = (node + 1) * size;
        for (int other = 0; other < size; ++other) edges[node * size + other] = other;
    }
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &comm);
    in_degree = out_degree = size;
    for (int node = 0; node < size; ++node) sources[node] = node;
    everything(to_me);
}

// Two edges to the next rank, edges 0 and 2, and one to the rank before, edge 1.
static int of_circle(int from, int number) {
    int to_next = (from + 1) % size == here, to_previous = (from + size - 1) % size == here;
    if (to_next && to_previous) return number;
    return to_next ? 2 * number : 1;
}

static void on_distributed_graph(void) {
    destinations[0] = destinations[2] = right_of(rank), destinations[1] = left_of(rank);
    sources[0] = sources[2] = left_of(rank), sources[1] = right_of(rank);
    in_degree = out_degree = 3;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, sources, MPI_UNWEIGHTED, 3, destinations,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    doubled = 1;
    everything(of_circle);
    doubled = 0;
}

// Rank 0 only sends, the others only receive.
static int only_one(int from, int number) {
    (void)from, (void)number;
    return here - 1;
}

static void one_way(void) {
    in_degree = rank == 0 ? 0 : 1, out_degree = rank == 0 ? size - 1 : 0;
    sources[0] = 0;
    for (int other = 1; other < size; ++other) destinations[other - 1] = other;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in_degree, sources, MPI_UNWEIGHTED, out_degree,
                                   destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    everything(only_one);
}

// Displacements from MPI_BOTTOM are addresses, with predefined datatypes too (section 5.1.5).
static void from_bottom(void) {
    const int around = 1, one[2] = {1, 1};
    const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    int sent[2] = {2 * rank, 2 * rank + 1}, received[2] = {-1, -1};
    MPI_Aint from[2], to[2];
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &around, 0, &ring);
    for (int edge = 0; edge < 2; ++edge) {
        MPI_Get_address(&sent[edge], &from[edge]);
        MPI_Get_address(&received[edge], &to[edge]);
    }
    CHECK(MPI_Neighbor_alltoallw(MPI_BOTTOM, one, from, types, MPI_BOTTOM, one, to, types, ring) == MPI_SUCCESS);
    CHECK(received[0] / 2 == left_of(rank) && received[1] / 2 == right_of(rank));
    MPI_Comm_free(&ring);
}

int main(int argc, char** argv) {
    const int open[3] = {0, 0, 0}, around[3] = {1, 1, 1}, mixed_ends[3] = {0, 1, 0};
    begin(&argc, &argv);
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        on_grid(dimensions, open);
        on_grid(dimensions, around);
        on_grid(dimensions, mixed_ends);
    }
    on_graph();
    on_distributed_graph();
    one_way();
    from_bottom();
    return finish("neighbourhoods");
}
