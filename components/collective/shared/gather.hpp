// Gather and Scatter in shared memory: each node copies its own part to or from the root's buffer.
#pragma once

#include <concepts>
#include <string_view>

#include "components/collective/algorithms/gather.hpp"
#include "components/collective/shared/board.hpp"
#include "components/collective/shared/pieces.hpp"

namespace sartor::collective {

namespace gather {

// The address of the root's pieces goes straight along the binomial tree, each rank copies its part, and an
// empty message in reverse says that it is done: 2 (N - 1) short messages.
template <class Direction>
struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <class M>
    static constexpr bool serves = SharesMemory<M>;
    template <SharesMemory M, class Slices>
    static void run(M& interface, int root, const Slices& slices, const typename M::Piece& own) {
        const bool at_root = interface.rank() == root;
        const Pieces<typename M::Piece> pieces(slices, at_root ? interface.size() : 0);
        if (!pieces.valid()) interface.out_of_memory(sizeof(typename M::Piece));
        const auto* of_root = share_address(interface, root, pieces.valid() ? &pieces : nullptr);
        if (!at_root && of_root != nullptr) copy(interface, root, (*of_root)[interface.rank()], own);
        collective::run<Reverse>(interface, topologies::Tree(interface.size(), interface.rank(), root),
                                 Nothing<M>{});
    }

  private:
    template <class M>
    static void copy(M& interface, int root, const typename M::Piece& slice, const typename M::Piece& own) {
        if constexpr (std::same_as<Direction, Straight>)
            interface.read(root, slice, own);
        else
            interface.write(root, own, slice);
    }
};

} // namespace gather

} // namespace sartor::collective
