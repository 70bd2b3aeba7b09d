// Allgather around a ring of neighbours, along trees, and by Bruck's doubling.
#pragma once

#include <cstddef>
#include <string_view>

#include "components/collective/algorithms/allgather.hpp"
#include "components/collective/interface/flat.hpp"
#include "components/collective/interface/row.hpp"
#include "topologies/dissemination.hpp"
#include "topologies/linear.hpp"
#include "topologies/neighbour_ring.hpp"
#include "topologies/tree.hpp"

namespace sartor::collective::allgather {

// Each node passes the piece that it received last to its neighbour: N - 1 steps of one message, between
// neighbours only. N (N - 1) messages, no memory (EPOS-MPI table 3).
struct NeighbourRing {
    static constexpr std::string_view name = "ring";

    template <MessagePassing M, class Slices>
    static void run(M& interface, const typename M::Piece&, const Slices& slices) {
        Handing<M, Slices> handing{interface, slices, interface.rank()};
        Bidirectional::run(topologies::NeighbourRing(interface.size(), interface.rank()), handing);
    }

  private:
    template <class M, class Slices>
    struct Handing {
        M& interface;
        const Slices& slices;
        int newest;

        void exchange(int to, int from) {
            const int next = newest > 0 ? newest - 1 : interface.size() - 1;
            interface.exchange(to, slices(newest), from, slices(next));
            newest = next;
        }
    };
};

// All nodes send at once, each in its network's own order: N - 1 messages of each node. Sends are only
// started, so that a node never waits for a partner whose order is different. Memory: a started send for each
// node.
template <class Topologies>
struct Along {
    static constexpr std::string_view name = linear_name<Topologies>;

    template <StartsSends M, class Slices>
    static void run(M& interface, const typename M::Piece& own, const Slices& slices) {
        const auto others = linear_of<Topologies>(interface, interface.rank());
        const auto outgoing = [&](int) -> const auto& {
            return own;
        };
        Immediate<M, decltype(outgoing)> sends(interface, outgoing, interface.size());
        for (const int node : others) sends.send(node);
        for (const int node : others) interface.receive(node, slices(node));
    }
};

// A gather at rank 0 and a broadcast of all pieces: 2 (N - 1) messages, the fewest, N - 1 of them received
// one after the other. Memory for all pieces where the slices are not adjacent.
struct GatherBcast {
    static constexpr std::string_view name = "gather, then broadcast";

    template <MessagePassing M, class Slices>
    static void run(M& interface, const typename M::Piece& own, const Slices& slices) {
        const int size = interface.size();
        const topologies::Linear linear(size, interface.rank(), 0);
        if (interface.rank() == 0)
            collective::run<Reverse>(interface, linear, slices);
        else
            collective::run<Reverse>(
                interface, linear, [&](int) -> const auto& { return own; });
        const Row<M, Slices> row(interface, slices);
        if (!row.valid()) return;
        if (interface.rank() == 0) row.load();
        collective::run<Straight>(interface, topologies::Tree(size, interface.rank(), 0),
                                  [&](int) { return row.piece(); });
        if (interface.rank() != 0) row.store();
    }
};

// ceil(log2 N) steps; in each a node sends all blocks that it has, or as many as are still missing (Bruck et
// al., IEEE TPDS 8(11), 1997). N ceil(log2 N) messages, and memory for all blocks. Requires slices of one
// length: others are exchanged pairwise.
struct Bruck {
    static constexpr std::string_view name = "Bruck";

    template <MessagePassing M, class Slices>
    static void run(M& interface, const typename M::Piece& own, const Slices& slices) {
        const int size = interface.size();
        const int rank = interface.rank();
        for (int node = 0; node < size; ++node)
            if (slices(node).bytes != slices(0).bytes) return Exchanging::run(interface, own, slices);
        const std::size_t block = own.bytes;
        const Buffer packed(block * static_cast<std::size_t>(size));
        if (!packed.valid()) return interface.out_of_memory(block * static_cast<std::size_t>(size));
        own.gather_to(packed.data()); // block k is that of the node k before this one
        Doubling<M> doubling{interface, packed.data(), block, 1};
        Bidirectional::run(topologies::Dissemination(size, rank), doubling);
        for (int back = 1; back < size; ++back) {
            const int node = rank >= back ? rank - back : rank - back + size;
            typename M::Piece{packed.data() + static_cast<std::size_t>(back) * block, block}.copy_to(
                slices(node));
        }
    }

  private:
    template <class M>
    struct Doubling {
        M& interface;
        char* packed;
        std::size_t block;
        int known;

        void exchange(int to, int from) {
            const int missing = interface.size() - known;
            const int moved = known < missing ? known : missing;
            const std::size_t bytes = static_cast<std::size_t>(moved) * block;
            interface.exchange(to, {packed, bytes}, from,
                               {packed + static_cast<std::size_t>(known) * block, bytes});
            known += moved;
        }
    };
};

} // namespace sartor::collective::allgather
