// Reduce and Allreduce of long vectors, and of short ones in the fewest steps.
#pragma once

#include <string_view>

#include "aspects/segmented.hpp"
#include "components/collective/algorithms/allreduce.hpp"
#include "components/collective/algorithms/halving.hpp"
#include "components/collective/algorithms/reduce.hpp"

namespace sartor::collective {

namespace reduce {

// Segments of about `Bytes` bytes are joined along a topology one after the other: N - 1 messages for each.
template <class Topologies, std::size_t Bytes>
struct Pipelined {
    static constexpr std::string_view name = "pipeline";

    template <MessagePassing M, Operands O>
    static void run(M& interface, int root, O& operands) {
        operands.load();
        const int top = operands.commutative() ? root : 0;
        const auto topology = tree_of<Topologies>(interface, top);
        const std::size_t element = operands.bytes() / (operands.count() + (operands.count() == 0)) + 1;
        aspects::Segments segments(operands.count(), Bytes / element);
        UpwardPieces<O> pieces(operands, topology.above());
        const auto segment = [&](int node) {
            pieces.choose(segments.start(), segments.length());
            return pieces(node);
        };
        Blocking<M, decltype(segment)> functions(interface, segment);
        aspects::Reduction reducing(functions, [&] { pieces.join(); });
        aspects::Segmented<Reverse>::run(topology, reducing, segments);
        hand_on(interface, top, root, operands);
    }
};

// Rabenseifner's: recursive halving leaves one block of the result at each node, and the root gathers them. A
// node sends less than twice the vector. Operations that do not commute go over a tree.
struct HalvingGather {
    static constexpr std::string_view name = "recursive halving, then gather";

    template <MessagePassing M, Operands O>
    static void run(M& interface, int root, O& operands) {
        if (!operands.commutative()) return Along<Only<topologies::Tree>>::run(interface, root, operands);
        operands.load();
        const topologies::Pairs pairs(interface.size(), interface.rank());
        const int nodes = static_cast<int>(std::bit_floor(static_cast<unsigned>(interface.size())));
        over_butterfly(interface, operands,
                       [&](int, const ButterflyBlocks<O>& blocks) { halve(interface, nodes, blocks); });
        const ButterflyBlocks<O> blocks(operands, pairs, nodes);
        const auto block_of = [&](int number) {
            const auto range = number == topologies::no_node ? typename ButterflyBlocks<O>::Range{0, 0}
                                                             : blocks.around(number, 1);
            return operands.mine(range.first, range.length);
        };
        const auto data = [&](int node) {
            const int owner = interface.rank() == root ? node : interface.rank();
            return block_of(topologies::Pairs(interface.size(), owner).number());
        };
        collective::run<Reverse>(interface, topologies::Linear(interface.size(), interface.rank(), root),
                                 data);
    }
};

} // namespace reduce

namespace allreduce {

// The nodes that took no part in the butterfly get the result from their partners: one message each.
template <MessagePassing M, Operands O>
void serve_pairs(M& interface, O& operands) {
    const auto all = operands.mine(0, operands.count());
    collective::run<Straight>(
        interface,
        topologies::Pairs(interface.size(), interface.rank()), [&](int) -> const auto& { return all; });
}

// log2 N exchanges of all operands: the fewest steps. One message before and one after for nodes beyond a
// power of two.
struct RecursiveDoubling {
    static constexpr std::string_view name = "recursive doubling";

    template <MessagePassing M, Operands O>
    static void run(M& interface, O& operands) {
        operands.load();
        over_butterfly(interface, operands, [&](int nodes, const ButterflyBlocks<O>& blocks) {
            JoiningSteps<M, O> joining{interface, blocks};
            Bidirectional::run(topologies::Butterfly(nodes, blocks.own()), joining);
        });
        serve_pairs(interface, operands);
    }
};

// Rabenseifner's: recursive halving, then recursive doubling of the blocks. 2 log2 N steps in which a node
// sends 2 (N - 1) / N of the vector. Operations that do not commute are done by recursive doubling.
struct HalvingDoubling {
    static constexpr std::string_view name = "Rabenseifner: recursive halving, then doubling";

    template <MessagePassing M, Operands O>
    static void run(M& interface, O& operands) {
        if (!operands.commutative()) return RecursiveDoubling::run(interface, operands);
        operands.load();
        over_butterfly(interface, operands, [&](int nodes, const ButterflyBlocks<O>& blocks) {
            halve(interface, nodes, blocks);
            DoublingSteps<M, O> doubling{interface, blocks};
            Bidirectional::run(topologies::Butterfly(nodes, blocks.own()), doubling);
        });
        serve_pairs(interface, operands);
    }
};

} // namespace allreduce

} // namespace sartor::collective
