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

// Blocks of a vector that the nodes of a butterfly own, and the ranges of them that steps move.
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
    // The blocks of all numbers that differ from this one in the lowest bits only: `count` is a power of two.
    [[nodiscard]] Range around(int number, int count) const {
        const int start = number & -count;
        const std::size_t first = first_of_part(operands_.count(), start, nodes_);
        return {first, first_of_part(operands_.count(), start + count, nodes_) - first};
    }

    // What is around the own block and around a partner's, whose number differs in one bit: as many blocks
    // on both sides as that bit counts.
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

// Both join all that they have: after the last step all have the result. Lower numbers' operands come first,
// so an operation need not commute.
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

// Each keeps the half of the vector that its own block is in, joined. The farthest partner first; the
// operation must commute.
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

// Each adds to its part of the vector that of its partner. The nearest partner first.
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

// Runs steps over the butterfly of those that are left after neighbours have been paired: act(nodes, blocks).
template <MessagePassing M, Operands O, class Act>
void over_butterfly(M& interface, O& operands, Act act) {
    const topologies::Pairs pairs(interface.size(), interface.rank());
    const int nodes = static_cast<int>(std::bit_floor(static_cast<unsigned>(interface.size())));
    const UpwardPieces<O> pieces(operands, pairs.above());
    Blocking<M, UpwardPieces<O>> functions(interface, pieces);
    aspects::Reduction reducing(functions, [&] { pieces.join(); });
    Reverse::run(pairs, reducing);
    if (pairs.number() != topologies::nobody) act(nodes, ButterflyBlocks<O>(operands, pairs, nodes));
}

template <MessagePassing M, Operands O>
void halve(M& interface, int nodes, const ButterflyBlocks<O>& blocks) {
    HalvingSteps<M, O> halving{interface, blocks};
    Bidirectional::run(
        topologies::Sequence<aspects::Reversed<topologies::ButterflyOrder>>(nodes, blocks.own()), halving);
}

} // namespace sartor::collective
