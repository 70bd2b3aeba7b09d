// Allgather and Alltoall in shared memory: each node copies what is for it straight out of the buffers of the
// others.
#pragma once

#include <string_view>

#include "components/collective/allgather.hpp"
#include "components/collective/alltoall.hpp"
#include "components/collective/shared/board.hpp"
#include "components/collective/shared/gather.hpp"

namespace sartor::collective {

// The function objects of a bidirectional operation without messages: what comes from a node is read.
template <SharesMemory M, class Offered, class Incoming>
struct Reading {
    M& interface;
    const Offered& offered; // offered(node): what the node has for this one; null when it had no memory
    const Incoming& incoming;

    void exchange(int, int from) {
        const auto* piece = offered(from);
        if (piece != nullptr) interface.read(from, *piece, incoming(from));
    }
};

namespace allgather {

struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <SharesMemory M, class Slices>
    static void run(M& interface, const typename M::Piece& own, const Slices& slices) {
        const Board<M, typename M::Piece> board(interface, own);
        if (!board.valid()) return;
        const auto offered = [&](int node) { return &board[node]; };
        Reading<M, decltype(offered), Slices> reading{interface, offered, slices};
        Bidirectional::run(topologies::Circle(interface.size(), interface.rank()), reading);
        synchronize(interface);
    }
};

} // namespace allgather

namespace alltoall {

struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <SharesMemory M, class Outgoing, class Incoming>
    static void run(M& interface, const Outgoing& outgoing, const Incoming& incoming) {
        const Pieces<typename M::Piece> pieces(outgoing, interface.size());
        if (!pieces.valid()) interface.out_of_memory(sizeof(typename M::Piece));
        const Board<M, Pieces<typename M::Piece>> board(interface, pieces);
        if (!board.valid()) return;
        const auto offered = [&](int node) {
            return board[node].valid() ? &board[node][interface.rank()] : nullptr;
        };
        Reading<M, decltype(offered), Incoming> reading{interface, offered, incoming};
        Bidirectional::run(topologies::Circle(interface.size(), interface.rank()), reading);
        synchronize(interface);
    }
};

} // namespace alltoall

} // namespace sartor::collective
