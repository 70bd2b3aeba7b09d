// Bcast in shared memory: all copy straight out of the root's buffer.
#pragma once

#include <string_view>

#include "components/collective/algorithms/bcast.hpp"
#include "components/collective/shared/board.hpp"

namespace sartor::collective::bcast {

// The address of the data goes straight along the binomial tree, each rank copies once from the root's
// buffer, and an empty message in reverse says that the copies are done: 2 (N - 1) short messages.
struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <class M>
    static constexpr bool serves = SharesMemory<M>;
    template <SharesMemory M>
    static void run(M& interface, int root, const typename M::Piece& piece) {
        const typename M::Piece* source = share_address(interface, root, &piece);
        if (interface.rank() != root && source != nullptr) interface.read(root, *source, piece);
        collective::run<Reverse>(interface, topologies::Tree(interface.size(), interface.rank(), root),
                                 Nothing<M>{});
    }
};

} // namespace sartor::collective::bcast
