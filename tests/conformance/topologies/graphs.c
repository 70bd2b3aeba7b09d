// Graph and distributed graph communicators (MPI-5.0 sections 8.5.3 to 8.5.5).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { most = 8, most_edges = 3 * most };

// A wheel: node 0 in the middle, the others in a circle around it.
static int wheel_index[most], wheel_edges[most_edges * 2];

static void make_wheel(int nodes) {
    int edge = 0;
    for (int node = 0; node < nodes; ++node) {
        if (node == 0)
            for (int other = 1; other < nodes; ++other) wheel_edges[edge++] = other;
        else {
            wheel_edges[edge++] = 0;
            wheel_edges[edge++] = 1 + node % (nodes - 1);
        }
        wheel_index[node] = edge;
    }
}

static void graph(int nodes) {
    MPI_Comm comm, copy;
    int found_nodes = -1, found_edges = -1, kind = -1, count = -1, members = -1, mapped = -1;
    int index[most], edges[2 * most_edges], neighbours[2 * most_edges];
    make_wheel(nodes);
    MPI_Graph_create(MPI_COMM_WORLD, nodes, wheel_index, wheel_edges, 0, &comm);
    MPI_Graph_map(MPI_COMM_WORLD, nodes, wheel_index, wheel_edges, &mapped);
    CHECK_BUT_OPEN_MPI(mapped == MPI_UNDEFINED || (mapped >= 0 && mapped < nodes));
    CHECK((comm == MPI_COMM_NULL) == (rank >= nodes));
    if (comm == MPI_COMM_NULL) return;
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_free(&comm);
    MPI_Comm_size(copy, &members);
    MPI_Topo_test(copy, &kind);
    MPI_Graphdims_get(copy, &found_nodes, &found_edges);
    CHECK(members == nodes && kind == MPI_GRAPH && found_nodes == nodes &&
          found_edges == wheel_index[nodes - 1]);
    MPI_Graph_get(copy, found_nodes, found_edges, index, edges);
    CHECK(memcmp(index, wheel_index, sizeof(int) * (size_t)nodes) == 0);
    CHECK(memcmp(edges, wheel_edges, sizeof(int) * (size_t)found_edges) == 0);
    for (int node = 0; node < nodes; ++node) {
        int first = node == 0 ? 0 : wheel_index[node - 1];
        MPI_Graph_neighbors_count(copy, node, &count);
        CHECK(count == wheel_index[node] - first);
        MPI_Graph_neighbors(copy, node, count, neighbours);
        CHECK(memcmp(neighbours, wheel_edges + first, sizeof(int) * (size_t)count) == 0);
    }
    MPI_Comm_free(&copy);
}

// Rank r sends to the next ones, with weights; given by the rank itself on both sides.
static void adjacent(int degree, int weighted) {
    int sources[most], destinations[most], in_weights[most], out_weights[most];
    int got[4][most], in = -1, out = -1, has_weights = -1, kind = -1;
    MPI_Comm comm, copy;
    for (int edge = 0; edge < degree; ++edge) {
        destinations[edge] = (rank + edge) % size, out_weights[edge] = 10 * rank + edge;
        sources[edge] = (rank + size - edge % size) % size, in_weights[edge] = 10 * sources[edge] + edge;
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, degree, sources, weighted ? in_weights : MPI_UNWEIGHTED,
                                   degree, destinations, weighted ? out_weights : MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    MPI_Comm_dup(comm, &copy);
    MPI_Topo_test(copy, &kind);
    MPI_Dist_graph_neighbors_count(copy, &in, &out, &has_weights);
    CHECK(kind == MPI_DIST_GRAPH && in == degree && out == degree && !has_weights == !weighted);
    MPI_Dist_graph_neighbors(copy, degree, got[0], weighted ? got[1] : MPI_UNWEIGHTED, degree, got[2],
                             weighted ? got[3] : MPI_UNWEIGHTED);
    for (int edge = 0; edge < degree; ++edge) {
        CHECK(got[0][edge] == sources[edge] && got[2][edge] == destinations[edge]);
        if (weighted) CHECK(got[1][edge] == in_weights[edge] && got[3][edge] == out_weights[edge]);
    }
    MPI_Comm_free(&comm), MPI_Comm_free(&copy);
}

static int occurrences(const int* list, const int* weights, int length, int node, int weight) {
    int count = 0;
    for (int position = 0; position < length; ++position) count += list[position] == node && weights[position] == weight;
    return count;
}

// Rank r gives the edges of rank r + 1: to the two after it, and to itself twice.
static void anywhere(void) {
    int source = right_of(rank), degree = 4, in = -1, out = -1, has_weights = -1;
    int destinations[4] = {(source + 1) % size, (source + 2) % size, source, source};
    int weights[4] = {10 * source + 1, 10 * source + 2, 10 * source + 3, 10 * source + 3};
    int from[4 * most], from_weights[4 * most], to[4 * most], to_weights[4 * most];
    MPI_Comm comm;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, destinations, weights, MPI_INFO_NULL, 0,
                          &comm);
    MPI_Dist_graph_neighbors_count(comm, &in, &out, &has_weights);
    CHECK(in == 4 && out == 4 && has_weights);
    MPI_Dist_graph_neighbors(comm, in, from, from_weights, out, to, to_weights);
    for (int step = 1; step <= 2; ++step) {
        int next = (rank + step) % size, before = (rank + 2 * size - step) % size;
        CHECK(occurrences(to, to_weights, out, next, 10 * rank + step) == 1);
        CHECK(occurrences(from, from_weights, in, before, 10 * before + step) == 1);
    }
    CHECK(occurrences(to, to_weights, out, rank, 10 * rank + 3) == 2);
    CHECK(occurrences(from, from_weights, in, rank, 10 * rank + 3) == 2);
    MPI_Comm_free(&comm);
}

// Rank 0 gives all edges: a star around itself. Others give none.
static void by_one(void) {
    int sources[most], degrees[most], destinations[most], in = -1, out = -1, has_weights = -1, kind = -1;
    int given = rank == 0 ? size : 0;
    MPI_Comm comm;
    for (int node = 0; node < size; ++node) sources[node] = node, degrees[node] = 1, destinations[node] = 0;
    MPI_Topo_test(MPI_COMM_WORLD, &kind);
    CHECK(kind == MPI_UNDEFINED);
    MPI_Dist_graph_create(MPI_COMM_WORLD, given, sources, degrees, destinations, MPI_UNWEIGHTED,
                          MPI_INFO_NULL, 0, &comm);
    MPI_Dist_graph_neighbors_count(comm, &in, &out, &has_weights);
    CHECK(in == (rank == 0 ? size : 0) && out == 1 && !has_weights);
    MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int nodes = 2; nodes <= size; ++nodes) graph(nodes);
    adjacent(0, 0);
    for (int degree = 1; degree <= size; ++degree) adjacent(degree, degree % 2);
    anywhere();
    by_one();
    return finish("graphs");
}
