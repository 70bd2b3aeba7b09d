// Alltoall as N operations with one root each, in the order of a network, and by Bruck's steps.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "components/collective/algorithms/alltoall.hpp"
#include "components/collective/interface/flat.hpp"
#include "components/collective/interface/row.hpp"
#include "topologies/dissemination.hpp"
#include "topologies/linear.hpp"

namespace sartor::collective::alltoall {

// N linear scatters, one after the other, with each node as the root of one (EPOS-MPI table 1: N Bcasts; what
// a root sends differs from node to node). N (N - 1) messages, of which those of one root follow each other.
// No memory.
template <class Topologies>
struct RootByRoot {
    static constexpr std::string_view name = "one root after the other";

    template <MessagePassing M, class Outgoing, class Incoming>
    static void run(M& interface, const Outgoing& outgoing, const Incoming& incoming) {
        for (int root = 0; root < interface.size(); ++root) {
            const auto topology = linear_of<Topologies>(interface, root);
            if (interface.rank() == root)
                collective::run<Straight>(interface, topology, outgoing);
            else
                collective::run<Straight>(interface, topology, incoming);
        }
    }
};

// All roots at once, each in its network's order: N - 1 messages of each node. Sends are only started.
// Memory: a started send for each node.
template <class Topologies>
struct Along {
    static constexpr std::string_view name = linear_name<Topologies>;

    template <StartsSends M, class Outgoing, class Incoming>
    static void run(M& interface, const Outgoing& outgoing, const Incoming& incoming) {
        const auto others = linear_of<Topologies>(interface, interface.rank());
        Immediate<M, Outgoing> sends(interface, outgoing, interface.size());
        for (const int node : others) sends.send(node);
        for (const int node : others) interface.receive(node, incoming(node));
    }
};

// ceil(log2 N) steps of about N / 2 blocks each: the fewest messages for each node, and each block is sent up
// to log2 N times (Bruck et al., IEEE TPDS 8(11), 1997). Memory for three times all blocks. Requires blocks
// of one length: not for the v forms.
struct Bruck {
    static constexpr std::string_view name = "Bruck";

    template <MessagePassing M, class Outgoing, class Incoming>
    static void run(M& interface, const Outgoing& outgoing, const Incoming& incoming) {
        const int size = interface.size();
        const int rank = interface.rank();
        const std::size_t block = incoming(rank).bytes;
        const std::size_t bytes = block * static_cast<std::size_t>(size);
        const Buffer blocks(bytes);  // block d has d nodes further to go
        const Buffer leaving(bytes); // of one step, packed
        const Buffer arriving(bytes);
        if (!blocks.valid() || !leaving.valid() || !arriving.valid())
            return interface.out_of_memory(3 * bytes);
        for (int distance = 1; distance < size; ++distance)
            outgoing((rank + distance) % size).gather_to(blocks.data() + at(distance, block));
        Doubling<M> doubling{interface, blocks.data(), leaving.data(), arriving.data(), block, 1};
        Bidirectional::run(topologies::Dissemination(size, rank), doubling);
        for (int distance = 1; distance < size; ++distance)
            typename M::Piece{blocks.data() + at(distance, block), block}.copy_to(
                incoming((rank - distance + size) % size));
    }

  private:
    [[nodiscard]] static std::size_t at(int index, std::size_t block) {
        return static_cast<std::size_t>(index) * block;
    }

    template <class M>
    struct Doubling {
        M& interface;
        char* blocks;
        char* leaving;
        char* arriving;
        std::size_t block;
        int step;

        // Blocks whose distance has this step's bit go this far.
        void exchange(int to, int from) {
            int moved = 0;
            for_each([&](int distance) {
                std::memcpy(leaving + at(moved++, block), blocks + at(distance, block), block);
            });
            interface.exchange(to, {leaving, at(moved, block)}, from, {arriving, at(moved, block)});
            moved = 0;
            for_each([&](int distance) {
                std::memcpy(blocks + at(distance, block), arriving + at(moved++, block), block);
            });
            step <<= 1;
        }
        template <class Act>
        void for_each(Act act) const {
            for (int distance = step; distance < interface.size(); ++distance)
                if ((distance & step) != 0) act(distance);
        }
    };
};

// A gather and a scatter at rank 0, which sorts the blocks in between: 2 (N - 1) messages, the fewest of all,
// each block sent twice. Memory at rank 0: twice the blocks of all nodes. Requires blocks of one length: not
// for the v forms.
struct GatherScatter {
    static constexpr std::string_view name = "gather, then scatter";

    template <MessagePassing M, class Outgoing, class Incoming>
    static void run(M& interface, const Outgoing& outgoing, const Incoming& incoming) {
        const Row<M, Outgoing> leaving(interface, outgoing);
        const Row<M, Incoming> arriving(interface, incoming);
        if (!leaving.valid() || !arriving.valid()) return;
        leaving.load();
        if (interface.rank() == 0) {
            serve(interface, leaving.piece(), arriving.piece());
        } else {
            const topologies::Linear linear(interface.size(), interface.rank(), 0);
            collective::run<Reverse>(interface, linear, [&](int) { return leaving.piece(); });
            collective::run<Straight>(interface, linear, [&](int) { return arriving.piece(); });
        }
        arriving.store();
    }

  private:
    // Rank 0's part; its own blocks go the same way.
    template <class M>
    static void serve(M& interface, const typename M::Piece& leaving, const typename M::Piece& arriving) {
        const auto size = static_cast<std::size_t>(interface.size());
        const std::size_t row = arriving.bytes;
        const Buffer gathered(size * row);
        const Buffer sorted(size * row);
        if (!gathered.valid() || !sorted.valid()) return interface.out_of_memory(2 * size * row);
        const topologies::Linear linear(interface.size(), 0, 0);
        const auto row_in = [=](const Buffer& rows) {
            return [=, memory = rows.data()](int node) {
                return typename M::Piece{memory + static_cast<std::size_t>(node) * row, row};
            };
        };
        leaving.gather_to(gathered.data());
        collective::run<Reverse>(interface, linear, row_in(gathered));
        sort(gathered.data(), sorted.data(), size, row / size);
        row_in(sorted)(0).copy_to(arriving);
        collective::run<Straight>(interface, linear, row_in(sorted));
    }

    // Block b of row a becomes block a of row b: the transpose, N^2 copies. The compiler knows the lengths 4
    // and 8.
    static void sort(const char* rows, char* sorted, std::size_t size, std::size_t block) {
        const auto with = [=](auto bytes) {
            for (std::size_t to = 0; to < size; ++to)
                for (std::size_t from = 0; from < size; ++from)
                    std::memcpy(sorted + (to * size + from) * bytes, rows + (from * size + to) * bytes,
                                bytes);
        };
        if (block == 4) return with(std::integral_constant<std::size_t, 4>{});
        if (block == 8) return with(std::integral_constant<std::size_t, 8>{});
        with(block);
    }
};

} // namespace sartor::collective::alltoall
