// Graph communicators: MPI_Graph_create and kin (MPI-5.0 section 8.5.3 and 8.5.5).
#pragma once

#include "mpi_api/topology/attached.hpp"
#include "mpi_api/topology/shapes/graph_topology.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
Graph* graph_of(Call<Program>& call, MPI_Comm comm) noexcept {
    return topology_of_kind<Graph, MPI_GRAPH>(call, comm, "MPI_Graph_create");
}

// index[n] is the number of edges of nodes 0 to n. MPI_ERR_ARG for more nodes than ranks, a falling index or
// an edge to no node. O(nodes + edges).
template <class Program>
[[nodiscard]] bool check_graph(Call<Program>& call, int available, int nodes, const int* index,
                               const int* edges) noexcept {
    if (nodes < 0 || nodes > available) {
        call.template fail<MPI_ERR_ARG>("nnodes = %d: expected 0 to the communicator's %d ranks", nodes,
                                        available);
        return false;
    }
    for (int node = 0; node < nodes; ++node)
        if (index[node] < (node == 0 ? 0 : index[node - 1])) {
            call.template fail<MPI_ERR_ARG>("index[%d] = %d: expected no less than before it", node,
                                            index[node]);
            return false;
        }
    if (!call.array("edges", edges, nodes > 0 ? index[nodes - 1] : 0)) return false;
    for (int edge = 0; nodes > 0 && edge < index[nodes - 1]; ++edge)
        if (edges[edge] < 0 || edges[edge] >= nodes) {
            call.template fail<MPI_ERR_ARG>("edges[%d] = %d: expected a node, 0 to %d", edge, edges[edge],
                                            nodes - 1);
            return false;
        }
    return true;
}

} // namespace internal

// MPI_Graph_create: every rank gives the whole graph and keeps it. Ranks keep their order, since reordering
// is allowed and not required. No messages without --checked.
template <class Program>
int graph_create(Call<Program>& call, MPI_Comm comm, int nodes, const int* index, const int* edges, int,
                 MPI_Comm* handle) noexcept {
    if (!call.intracommunicator(comm)) return call.error();
    CommunicatorObject& parent = internal::object_of(call, comm);
    if (!internal::check_graph(call, parent.group->size(), nodes, index, edges)) return call.error();
    const auto arguments = [&] {
        return internal::DigestOfArguments().add(index, nodes).add(edges, nodes > 0 ? index[nodes - 1] : 0);
    };
    if (!internal::agree_to_make(call, comm, arguments)) return call.error();
    CommunicatorObject* object = internal::make_leading(call, parent, nodes, handle);
    if (object == nullptr) return call.error();
    return internal::attach_topology(call, *object, Graph::make(nodes, index, edges));
}

// The ranks that MPI_Graph_create would give, which are those of the communicator.
template <class Program>
int graph_map(Call<Program>& call, MPI_Comm comm, int nodes, const int* index, const int* edges,
              int* rank) noexcept {
    if (!call.intracommunicator(comm)) return call.error();
    const CommunicatorObject& object = internal::object_of(call, comm);
    if (!internal::check_graph(call, object.group->size(), nodes, index, edges)) return call.error();
    *rank = object.rank < nodes ? object.rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

template <class Program>
int graphdims_get(Call<Program>& call, MPI_Comm comm, int* nodes, int* edges) noexcept {
    const Graph* graph = internal::graph_of(call, comm);
    if (graph == nullptr) return call.error();
    *nodes = graph->nodes();
    *edges = graph->edge_count();
    return MPI_SUCCESS;
}

// At most the given numbers are written.
template <class Program>
int graph_get(Call<Program>& call, MPI_Comm comm, int most_nodes, int most_edges, int* index,
              int* edges) noexcept {
    Graph* graph = internal::graph_of(call, comm);
    if (graph == nullptr) return call.error();
    for (int node = 0; node < graph->nodes() && node < most_nodes; ++node) index[node] = graph->index()[node];
    for (int edge = 0; edge < graph->edge_count() && edge < most_edges; ++edge)
        edges[edge] = graph->edges()[edge];
    return MPI_SUCCESS;
}

template <class Program>
int graph_neighbors_count(Call<Program>& call, MPI_Comm comm, int rank, int* count) noexcept {
    Graph* graph = internal::graph_of(call, comm);
    if (graph == nullptr) return call.error();
    *count = graph->neighbour_count(rank);
    return MPI_SUCCESS;
}

// Those of any rank; at most `most` are written.
template <class Program>
int graph_neighbors(Call<Program>& call, MPI_Comm comm, int rank, int most, int* neighbours) noexcept {
    Graph* graph = internal::graph_of(call, comm);
    if (graph == nullptr) return call.error();
    for (int index = 0; index < graph->neighbour_count(rank) && index < most; ++index)
        neighbours[index] = graph->neighbours(rank)[index];
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
