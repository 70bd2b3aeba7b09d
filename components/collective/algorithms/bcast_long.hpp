// Bcast of long data: in segments along a topology, or scattered and gathered around a ring.
#pragma once

#include <string_view>

#include "aspects/segmented.hpp"
#include "components/collective/algorithms/bcast.hpp"
#include "components/collective/interface/flat.hpp"
#include "topologies/linear.hpp"
#include "topologies/neighbour_ring.hpp"

namespace sartor::collective::bcast {

// The root's sends are all started at once.
template <class Topologies>
struct Immediately {
    static constexpr std::string_view name = Topologies::name;

    template <MessagePassing M>
    static void run(M& interface, int root, const typename M::Piece& piece) {
        run_immediately<Straight>(
            interface, tree_of<Topologies>(interface, root), [&](int) -> const auto& { return piece; });
    }
};

// A pipeline: segments of so many bytes follow each other.
template <class Topologies, std::size_t Bytes>
struct Pipelined {
    static constexpr std::string_view name = "pipeline";

    template <MessagePassing M>
    static void run(M& interface, int root, const typename M::Piece& piece) {
        const Flat<M> data(interface, piece);
        if (interface.rank() == root) data.load();
        aspects::Segments segments(data.bytes(), Bytes);
        const auto segment = [&](int) { return data.part(segments.start(), segments.length()); };
        Blocking<M, decltype(segment)> functions(interface, segment);
        aspects::Segmented<Straight>::run(tree_of<Topologies>(interface, root), functions, segments);
        if (interface.rank() != root) data.store();
    }
};

// Each node gets one block from the root; then blocks are handed on around the ring until all have all (van
// de Geijn's scatter and allgather).
struct ScatterAllgather {
    static constexpr std::string_view name = "scatter, then allgather";

    template <MessagePassing M>
    static void run(M& interface, int root, const typename M::Piece& piece) {
        const int size = interface.size();
        const int rank = interface.rank();
        const Flat<M> data(interface, piece);
        if (rank == root) data.load();
        collective::run<Straight>(interface, topologies::Linear(size, rank, root),
                                  [&](int node) { return data.block(rank == root ? node : rank, size); });
        BlocksAroundRing<M> blocks(interface, data);
        Bidirectional::run(topologies::NeighbourRing(size, rank), blocks);
        if (rank != root) data.store();
    }

  private:
    template <class M>
    struct BlocksAroundRing {
        BlocksAroundRing(M& messages, const Flat<M>& all)
            : interface(messages), data(all), newest(messages.rank()) {}
        void exchange(int to, int from) {
            const int size = interface.size();
            const int next = newest > 0 ? newest - 1 : size - 1;
            interface.exchange(to, data.block(newest, size), from, data.block(next, size));
            newest = next;
        }
        M& interface;
        const Flat<M>& data;
        int newest;
    };
};

} // namespace sartor::collective::bcast
