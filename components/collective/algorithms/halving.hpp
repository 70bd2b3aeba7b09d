// Recursive halving and doubling over a butterfly (Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005): each
// step is an exchange between pairs, in which vectors of operands are joined, halved or put together.
#pragma once

#include <bit>
#include <cstddef>

#include "aspects/order/reverse.hpp"
#include "aspects/reduction.hpp"
#include "components/collective/operands/operands.hpp"
#include "topologies/butterfly.hpp"
#include "topologies/pairs.hpp"

namespace sartor::collective {

// The blocks of a vector that the nodes of a butterfly own, and the ranges of them that its steps move.
// `nodes` is a power of two.
template <Operands O>
class ButterflyBlocks {
  public:
    ButterflyBlocks(O& operands, const topologies::Pairs& pairs, int nodes)
        : operands_(operands), pairs_(pairs), nodes_(nodes) {}

    [[nodiscard]] int node_of(int number) const { return pairs_.node_of(number); }
    [[nodiscard]] int own() const { return pairs_.number(); }
    [[nodiscard]] O& operands() const { return operands_; }

    struct Range {
        std::size_t first;
        std::size_t length;
    };
    // The blocks of all numbers that differ from this one in the lowest bits only; `count` is a power of two.
    // In elements.
    [[nodiscard]] Range around(int number, int count) const {
        const int start = number & -count;
        const std::size_t first = first_of_part(operands_.count(), start, nodes_);
        return {first, first_of_part(operands_.count(), start + count, nodes_) - first};
    }

    // The blocks around the own one and around a partner's, whose number differs in one bit: as many on both
    // sides as that bit counts.
    struct Sides {
        Range own;
        Range partners;
    };
    [[nodiscard]] Sides sides(int partner) const {
        const int bit = partner ^ own();
        return {around(own(), bit), around(partner, bit)};
    }

  private:
    O& operands_;
    const topologies::Pairs& pairs_;
    int nodes_;
};

// Both partners join all that they have: after log2 N steps all have the result. Operands of lower numbers
// come first, so the operation need not commute. All operands are sent in each step.
template <MessagePassing M, Operands O>
struct JoiningSteps {
    M& interface;
    ButterflyBlocks<O> blocks;

    void exchange(int partner, int) {
        O& operands = blocks.operands();
        const std::size_t count = operands.count();
        const int node = blocks.node_of(partner);
        interface.exchange(node, operands.mine(0, count), node, operands.theirs(0, count));
        partner > blocks.own() ? operands.join(0, count) : operands.prepend(0, count);
    }
};

// Each partner keeps, joined, the half of its range that its own block is in. The farthest partner comes
// first; the operation must commute. In all, a node sends (N - 1) / N of the vector.
template <MessagePassing M, Operands O>
struct HalvingSteps {
    M& interface;
    ButterflyBlocks<O> blocks;

    void exchange(int partner, int) {
        O& operands = blocks.operands();
        const auto [kept, given] = blocks.sides(partner);
        const int node = blocks.node_of(partner);
        interface.exchange(node, operands.mine(given.first, given.length), node,
                           operands.theirs(kept.first, kept.length));
        operands.join(kept.first, kept.length);
    }
};

// Each adds the partner's part of the result to its own. The nearest partner comes first. In all, a node
// sends (N - 1) / N of the vector.
template <MessagePassing M, Operands O>
struct DoublingSteps {
    M& interface;
    ButterflyBlocks<O> blocks;

    void exchange(int partner, int) {
        O& operands = blocks.operands();
        const auto [given, gained] = blocks.sides(partner);
        const int node = blocks.node_of(partner);
        interface.exchange(node, operands.mine(given.first, given.length), node,
                           operands.mine(gained.first, gained.length));
    }
};

// Joins the operands of neighbours in pairs until a power of two of nodes is left, and calls act(nodes,
// blocks) on those.
template <MessagePassing M, Operands O, class Act>
void over_butterfly(M& interface, O& operands, Act act) {
    const topologies::Pairs pairs(interface.size(), interface.rank());
    const int nodes = static_cast<int>(std::bit_floor(static_cast<unsigned>(interface.size())));
    const UpwardPieces<O> pieces(operands, pairs.above());
    Blocking<M, UpwardPieces<O>> functions(interface, pieces);
    aspects::Reduction reducing(functions, [&] { pieces.join(); });
    Reverse::run(pairs, reducing);
    if (pairs.number() != topologies::no_node) act(nodes, ButterflyBlocks<O>(operands, pairs, nodes));
}

// Reduces over the butterfly: in the end each node has its own block of the result.
template <MessagePassing M, Operands O>
void halve(M& interface, int nodes, const ButterflyBlocks<O>& blocks) {
    HalvingSteps<M, O> halving{interface, blocks};
    Bidirectional::run(
        topologies::Sequence<aspects::Reversed<topologies::ButterflyOrder>>(nodes, blocks.own()), halving);
}

} // namespace sartor::collective
