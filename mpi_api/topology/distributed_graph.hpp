// Communicators with a distributed graph: MPI_Dist_graph_create and kin (MPI-5.0 sections 8.5.4 and 8.5.5).
#pragma once

#include <algorithm>
#include <cstdint>

#include "components/library_memory.hpp"
#include "mpi_api/collective/alltoall.hpp"
#include "mpi_api/communicator/making/contexts.hpp"
#include "mpi_api/topology/attached.hpp"
#include "mpi_api/topology/shapes/graph_topology.hpp"

namespace sartor::mpi {

namespace internal {

// Whether this is one of the constants that stand for no array of weights.
[[nodiscard]] inline bool no_weights(const int* weights) noexcept {
    return weights == MPI_UNWEIGHTED || weights == MPI_WEIGHTS_EMPTY;
}

// Null after reporting MPI_ERR_TOPOLOGY: the communicator has another topology, or none.
template <class Program>
OwnEdges* own_edges_of(Call<Program>& call, MPI_Comm comm) noexcept {
    return topology_of_kind<OwnEdges, MPI_DIST_GRAPH>(call, comm,
                                                      "MPI_Dist_graph_create or _create_adjacent");
}

// All are ranks of the communicator; otherwise MPI_ERR_RANK. O(count).
template <class Program>
[[nodiscard]] bool check_nodes(Call<Program>& call, const char* name, const int* nodes, std::int64_t count,
                               int size) noexcept {
    if (!call.array(name, nodes, count)) return false;
    for (std::int64_t index = 0; index < count; ++index)
        if (nodes[index] < 0 || nodes[index] >= size) {
            call.template fail<MPI_ERR_RANK>("%s[%lld] = %d: expected a rank of the communicator, 0 to %d",
                                             name, static_cast<long long>(index), nodes[index], size - 1);
            return false;
        }
    return true;
}

// Otherwise MPI_ERR_ARG.
template <class Program>
[[nodiscard]] bool check_degree(Call<Program>& call, const char* name, int degree) noexcept {
    if (degree >= 0) return true;
    call.template fail<MPI_ERR_ARG>("%s = %d: expected no negative number", name, degree);
    return false;
}

// Without weights each is 1.
inline void fill_weights(int* weights, const int* given, int count) noexcept {
    for (int index = 0; index < count; ++index) weights[index] = no_weights(given) ? 1 : given[index];
}

// A communicator of the parent's group with these edges, which it takes over. MPI_ERR_NO_MEM.
template <class Program>
int make_with_edges(Call<Program>& call, CommunicatorObject& parent, OwnEdges* edges,
                    MPI_Comm* handle) noexcept {
    const int context = reserve_contexts<Program>(call.state().communicators.next_child(parent, 1));
    auto* object = new_communicator(call, parent, parent.group->share(), context, handle);
    if (object != nullptr) return attach_topology(call, *object, edges);
    if (edges != nullptr) edges->free();
    return call.error();
}

// An edge as it is sent to the ranks at its ends.
struct GivenEdge {
    int source;
    int destination;
    int weight;
};

// Calls each(edge) for the edges in the arrays that a rank passes to MPI_Dist_graph_create.
template <class Each>
void for_given_edges(int count, const int* sources, const int* degrees, const int* destinations,
                     const int* weights, Each each) noexcept {
    for (int index = 0, edge = 0; index < count; ++index)
        for (int degree = 0; degree < degrees[index]; ++degree, ++edge)
            each(GivenEdge{sources[index], destinations[edge], no_weights(weights) ? 1 : weights[edge]});
}

// This rank's topology out of the edges that it has got. Null when there is no memory.
inline OwnEdges* sort_edges(const GivenEdge* outgoing, int out_degree, const GivenEdge* incoming,
                            int in_degree, bool weighted) noexcept {
    OwnEdges* edges = OwnEdges::make(in_degree, out_degree, weighted);
    if (edges == nullptr) return nullptr;
    for (int index = 0; index < out_degree; ++index) {
        edges->destinations()[index] = outgoing[index].destination;
        edges->destination_weights()[index] = outgoing[index].weight;
    }
    for (int index = 0; index < in_degree; ++index) {
        edges->sources()[index] = incoming[index].source;
        edges->source_weights()[index] = incoming[index].weight;
    }
    return edges;
}

// The edges that begin at this rank (or end at it), in the order of the ranks that gave them and of their
// lists: the same at both ends. `end` gives the end of an edge. Costs an Alltoall of counts and an Alltoallv
// of edges, 12 bytes each. Not valid() after an error.
template <class Program>
class GatheredEdges {
  public:
    template <class ForEach, class End>
    GatheredEdges(Call<Program>& call, MPI_Comm comm, int given, ForEach for_each, End end) noexcept
        : edges_(nullptr) {
        const int size = call.view(comm).size();
        Array<int> numbers(4 * size);
        Array<GivenEdge> leaving(given);
        if (!numbers.valid() || !leaving.valid()) {
            call.template fail<MPI_ERR_NO_MEM>("no memory for %d edges", given);
            return;
        }
        int* counts = numbers.data();
        int* arriving = counts + size;
        std::fill_n(counts, size, 0);
        for_each([&](const GivenEdge& edge) { ++counts[end(edge)]; });
        if (alltoall(call, counts, sizeof(int), MPI_BYTE, arriving, sizeof(int), MPI_BYTE, comm) !=
            MPI_SUCCESS)
            return;
        exchange(call, comm, size, numbers, leaving, for_each, end);
    }
    ~GatheredEdges() { std::free(edges_); }
    GatheredEdges(const GatheredEdges&) = delete;
    GatheredEdges& operator=(const GatheredEdges&) = delete;

    [[nodiscard]] bool valid() const noexcept { return edges_ != nullptr; }
    [[nodiscard]] const GivenEdge* data() const noexcept { return edges_; }
    [[nodiscard]] int count() const noexcept { return count_; }

  private:
    template <class ForEach, class End>
    void exchange(Call<Program>& call, MPI_Comm comm, int size, Array<int>& numbers,
                  Array<GivenEdge>& leaving, ForEach for_each, End end) noexcept {
        constexpr int bytes = sizeof(GivenEdge);
        int* counts = numbers.data();
        int* arriving = counts + size;
        int* offsets = arriving + size;
        int* arriving_offsets = offsets + size;
        for (int rank = 0, offset = 0; rank < size; ++rank) {
            offsets[rank] = offset;
            arriving_offsets[rank] = count_ * bytes;
            offset += counts[rank];
            count_ += arriving[rank];
            arriving[rank] *= bytes;
        }
        for_each([&](const GivenEdge& edge) { leaving[offsets[end(edge)]++] = edge; });
        for (int rank = 0; rank < size; ++rank) {
            offsets[rank] = (offsets[rank] - counts[rank]) * bytes;
            counts[rank] *= bytes;
        }
        edges_ = static_cast<GivenEdge*>(
            allocate_for_library(sizeof(GivenEdge) * (static_cast<unsigned>(count_) + 1)));
        if (edges_ == nullptr) {
            call.template fail<MPI_ERR_NO_MEM>("no memory for %d edges", count_);
            return;
        }
        if (alltoallv(call, leaving.data(), counts, offsets, MPI_BYTE, edges_, arriving, arriving_offsets,
                      MPI_BYTE, comm) == MPI_SUCCESS)
            return;
        std::free(edges_);
        edges_ = nullptr;
    }

    GivenEdge* edges_;
    int count_ = 0;
};

} // namespace internal

// MPI_Dist_graph_create_adjacent: each rank gives its own edges, both ways; that the two ends agree is not
// checked. No messages without --checked. Hints and reordering are not used.
template <class Program>
int dist_graph_create_adjacent(Call<Program>& call, MPI_Comm comm, int in_degree, const int* sources,
                               const int* source_weights, int out_degree, const int* destinations,
                               const int* destination_weights, MPI_Info, int, MPI_Comm* handle) noexcept {
    if (!call.intracommunicator(comm)) return call.error();
    CommunicatorObject& parent = internal::object_of(call, comm);
    if (!internal::check_degree(call, "indegree", in_degree) ||
        !internal::check_degree(call, "outdegree", out_degree) ||
        !internal::check_nodes(call, "sources", sources, in_degree, parent.group->size()) ||
        !internal::check_nodes(call, "destinations", destinations, out_degree, parent.group->size()) ||
        !call.array("sourceweights", source_weights, in_degree) ||
        !call.array("destweights", destination_weights, out_degree))
        return call.error();
    const bool weighted = source_weights != MPI_UNWEIGHTED && destination_weights != MPI_UNWEIGHTED;
    if (!internal::agree_to_make(call, comm, [&] { return internal::DigestOfArguments(weighted); }))
        return call.error();
    OwnEdges* edges = OwnEdges::make(in_degree, out_degree, weighted);
    if (edges != nullptr) {
        std::copy_n(sources, in_degree, edges->sources());
        std::copy_n(destinations, out_degree, edges->destinations());
        internal::fill_weights(edges->source_weights(), source_weights, in_degree);
        internal::fill_weights(edges->destination_weights(), destination_weights, out_degree);
    }
    return internal::make_with_edges(call, parent, edges, handle);
}

// MPI_Dist_graph_create: any rank gives any edges, and each is sent to the ranks at its two ends: two
// Alltoall and two Alltoallv. Hints and reordering are not used. MPI_ERR_RANK, MPI_ERR_ARG, MPI_ERR_NO_MEM.
template <class Program>
int dist_graph_create(Call<Program>& call, MPI_Comm comm, int count, const int* sources, const int* degrees,
                      const int* destinations, const int* weights, MPI_Info, int, MPI_Comm* handle) noexcept {
    if (!call.intracommunicator(comm)) return call.error();
    CommunicatorObject& parent = internal::object_of(call, comm);
    std::int64_t given = 0;
    for (int index = 0; index < count; ++index) {
        if (!internal::check_degree(call, "degrees", degrees[index])) return call.error();
        given += degrees[index];
    }
    if (!internal::check_nodes(call, "sources", sources, count, parent.group->size()) ||
        !internal::check_nodes(call, "destinations", destinations, given, parent.group->size()) ||
        !call.array("weights", weights, given))
        return call.error();
    const bool weighted = weights != MPI_UNWEIGHTED;
    if (!internal::agree_to_make(call, comm, [&] { return internal::DigestOfArguments(weighted); }))
        return call.error();
    const auto for_each = [&](auto each) {
        internal::for_given_edges(count, sources, degrees, destinations, weights, each);
    };
    const internal::GatheredEdges<Program> outgoing(call, comm, static_cast<int>(given), for_each,
                                                    [](const auto& edge) { return edge.source; });
    if (!outgoing.valid()) return call.error();
    const internal::GatheredEdges<Program> incoming(call, comm, static_cast<int>(given), for_each,
                                                    [](const auto& edge) { return edge.destination; });
    if (!incoming.valid()) return call.error();
    OwnEdges* edges =
        internal::sort_edges(outgoing.data(), outgoing.count(), incoming.data(), incoming.count(), weighted);
    return internal::make_with_edges(call, parent, edges, handle);
}

// MPI_Dist_graph_neighbors_count: local, constant time.
template <class Program>
int dist_graph_neighbors_count(Call<Program>& call, MPI_Comm comm, int* in_degree, int* out_degree,
                               int* weighted) noexcept {
    const OwnEdges* edges = internal::own_edges_of(call, comm);
    if (edges == nullptr) return call.error();
    *in_degree = edges->in_degree();
    *out_degree = edges->out_degree();
    *weighted = edges->weighted();
    return MPI_SUCCESS;
}

// MPI_Dist_graph_neighbors: local, O(neighbours). At most the given numbers of neighbours are written.
// Weights are written in weighted graphs only.
template <class Program>
int dist_graph_neighbors(Call<Program>& call, MPI_Comm comm, int most_in, int* sources, int* source_weights,
                         int most_out, int* destinations, int* destination_weights) noexcept {
    OwnEdges* edges = internal::own_edges_of(call, comm);
    if (edges == nullptr) return call.error();
    if (edges->weighted() && (!call.array("sourceweights", source_weights, most_in) ||
                              !call.array("destweights", destination_weights, most_out)))
        return call.error();
    for (int index = 0; index < edges->in_degree() && index < most_in; ++index) {
        sources[index] = edges->sources()[index];
        if (edges->weighted() && !internal::no_weights(source_weights))
            source_weights[index] = edges->source_weights()[index];
    }
    for (int index = 0; index < edges->out_degree() && index < most_out; ++index) {
        destinations[index] = edges->destinations()[index];
        if (edges->weighted() && !internal::no_weights(destination_weights))
            destination_weights[index] = edges->destination_weights()[index];
    }
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
