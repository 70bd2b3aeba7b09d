// Graphs as virtual topologies: known to all ranks (MPI-5.0 section 8.5.3), or each rank's edges only to
// itself (section 8.5.4).
#pragma once

#include <algorithm>
#include <new>

#include "components/library_memory.hpp"
#include "mpi_api/topology/shapes/virtual_topology.hpp"

namespace sartor::mpi {

// A graph of which each rank keeps all edges. The neighbours of node n are edges[index[n - 1]] ...
// edges[index[n] - 1]. Memory: 4 bytes for each node and each edge.
class Graph : public VirtualTopology {
  public:
    // Null when there is no memory.
    [[nodiscard]] static Graph* make(int nodes, const int* index, const int* edges) noexcept {
        const int edge_count = nodes > 0 ? index[nodes - 1] : 0;
        const std::size_t bytes = sizeof(Graph) + sizeof(int) * (static_cast<std::size_t>(nodes) +
                                                                 static_cast<std::size_t>(edge_count));
        void* memory = allocate_for_library(bytes);
        if (memory == nullptr) return nullptr;
        auto* graph = new (memory) Graph({MPI_GRAPH, bytes}, nodes, edge_count);
        std::copy_n(index, nodes, graph->index());
        std::copy_n(edges, edge_count, graph->edges());
        return graph;
    }

    [[nodiscard]] int nodes() const noexcept { return nodes_; }
    [[nodiscard]] int edge_count() const noexcept { return edge_count_; }
    [[nodiscard]] int* index() noexcept { return reinterpret_cast<int*>(this + 1); }
    [[nodiscard]] int* edges() noexcept { return index() + nodes_; }
    [[nodiscard]] const int* neighbours(int node) noexcept { return edges() + first_edge(node); }
    [[nodiscard]] int neighbour_count(int node) noexcept { return index()[node] - first_edge(node); }

  private:
    Graph(const VirtualTopology& base, int nodes, int edge_count) noexcept
        : VirtualTopology(base), nodes_(nodes), edge_count_(edge_count) {}

    [[nodiscard]] int first_edge(int node) noexcept { return node == 0 ? 0 : index()[node - 1]; }

    int nodes_;
    int edge_count_;
};

// One rank's edges of a graph: sources, destinations and their weights. 8 bytes for each edge, with weights
// or without.
class OwnEdges : public VirtualTopology {
  public:
    // Null when there is no memory. The lists are to be filled in.
    [[nodiscard]] static OwnEdges* make(int in_degree, int out_degree, bool weighted) noexcept {
        const std::size_t edges = static_cast<std::size_t>(in_degree) + static_cast<std::size_t>(out_degree);
        const std::size_t bytes = sizeof(OwnEdges) + 2 * edges * sizeof(int);
        void* memory = allocate_for_library(bytes);
        return memory == nullptr ? nullptr
                                 : new (memory)
                                       OwnEdges({MPI_DIST_GRAPH, bytes}, in_degree, out_degree, weighted);
    }

    [[nodiscard]] int in_degree() const noexcept { return in_degree_; }
    [[nodiscard]] int out_degree() const noexcept { return out_degree_; }
    [[nodiscard]] bool weighted() const noexcept { return weighted_; }
    [[nodiscard]] int* sources() noexcept { return reinterpret_cast<int*>(this + 1); }
    [[nodiscard]] int* destinations() noexcept { return sources() + in_degree_; }
    [[nodiscard]] int* source_weights() noexcept { return destinations() + out_degree_; }
    [[nodiscard]] int* destination_weights() noexcept { return source_weights() + in_degree_; }

  private:
    OwnEdges(const VirtualTopology& base, int in_degree, int out_degree, bool weighted) noexcept
        : VirtualTopology(base), in_degree_(in_degree), out_degree_(out_degree), weighted_(weighted) {}

    int in_degree_;
    int out_degree_;
    bool weighted_;
};

} // namespace sartor::mpi
