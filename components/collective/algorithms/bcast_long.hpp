// Bcast of long data: in segments along a topology, or scattered and gathered around a ring.
#pragma once

#include <string_view>

#include "aspects/segmented.hpp"
#include "components/collective/algorithms/bcast.hpp"
#include "components/collective/interface/flat.hpp"
#include "topologies/linear.hpp"
#include "topologies/neighbour_ring.hpp"

namespace sartor::collective::bcast {

// Along a topology with the sends of each node started at once: N - 1 messages. Memory: a started send for
// each node.
template <class Topologies>
struct Immediately {
    static constexpr std::string_view name = tree_name<Topologies>;

    template <MessagePassing M>
    static void run(M& interface, int root, const typename M::Piece& piece) {
        run_immediately<Straight>(
            interface, tree_of<Topologies>(interface, root), [&](int) -> const auto& { return piece; });
    }
};

// Segments of `Bytes` bytes follow each other along a topology: N - 1 messages for each segment; a node
// passes one on while the next arrives. Memory for the data where they are not contiguous.
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

// The root scatters N blocks, which are passed around the ring until each node has all (van de Geijn's
// scatter and allgather): N - 1 + N (N - 1) messages of 1/N of the data; each node sends and receives about
// once the data.
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
