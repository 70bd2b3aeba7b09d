// Allgather and Alltoall in shared memory: data are copied straight out of the senders' buffers, by the
// receiver or by one rank of its worker for all of them.
#pragma once

#include <cstddef>
#include <string_view>

#include "components/collective/algorithms/allgather.hpp"
#include "components/collective/algorithms/alltoall.hpp"
#include "components/collective/shared/board.hpp"
#include "components/collective/shared/pieces.hpp"

namespace sartor::collective {

// The function objects of a bidirectional operation without messages: what comes from a node is read.
template <SharesMemory M, class Gift, class Incoming>
struct Reading {
    M& interface;
    const Board<M, Gift>& board;
    const Incoming& incoming;

    void exchange(int, int from) {
        if (board[from].valid())
            interface.read(from, board[from].piece_for(interface.rank()), incoming(from));
    }
};

// What a rank gives to each node: here the same piece to all.
template <class P>
struct ToAll {
    static constexpr bool same_for_all = true;
    const P& piece;

    [[nodiscard]] static constexpr bool valid() { return true; }
    [[nodiscard]] const P& piece_for(int) const { return piece; }
};
// Here a piece of its own to each.
template <class P>
struct ToEach {
    static constexpr bool same_for_all = false;
    const Pieces<P>& pieces;

    [[nodiscard]] bool valid() const { return pieces.valid(); }
    [[nodiscard]] decltype(auto) piece_for(int node) const { return pieces[node]; }
};

// What a rank gives, and where it gets what others give, for another rank that copies on its behalf.
template <class P, class Gift>
struct Part {
    Gift gift;
    const Pieces<P>& incoming;
    Difference difference{};

    void take(int own, int from, const Part& other) const {
        if (!incoming.valid() || !other.gift.valid()) return;
        const auto& piece = other.gift.piece_for(own);
        const auto& target = incoming[from];
        piece.copy_to(target);
        if (piece.bytes != target.bytes) difference.note(from, piece.bytes);
    }
};

namespace internal {

// Copies from the ranks first ... end - 1 to a range of others. A piece that is the same for all is read once
// for all of them, so that it stays in the cache.
template <class Gift, class PartOf>
void hand_over(const PartOf& part, int first, int end, int first_taker, int end_of_takers) {
    if constexpr (Gift::same_for_all) {
        for (int from = first; from < end; ++from)
            for (int node = first_taker; node < end_of_takers; ++node)
                if (node != from) part(node).take(node, from, part(from));
    } else {
        for (int node = first_taker; node < end_of_takers; ++node)
            for (int from = first; from < end; ++from)
                if (node != from) part(node).take(node, from, part(from));
    }
}

// One rank of each worker copies for all its ranks, which wait only once.
template <Meets M, class Gift, class Incoming>
void give_by_worker(M& interface, const Gift& gift, const Incoming& targets) {
    using Shown = Part<typename M::Piece, Gift>;
    const int size = interface.size();
    const Pieces<typename M::Piece> incoming(targets, size);
    if (!incoming.valid()) interface.out_of_memory(sizeof(typename M::Piece));
    const Shown own{gift, incoming};
    const Exhibit<M, Shown> parts(interface, own);
    const auto part = [&](int node) -> const Shown& { return parts.of(node); };
    bool all = true; // show their parts
    const auto early = [&](int begin, int end) {
        const int other = parts.first_other(begin, end);
        all = other == end;
        all ? hand_over<Gift>(part, begin, end, begin, end) : note_other(parts, begin, end, other);
    };
    const auto late = [&](int begin, int end) {
        if (!all) return;
        if (const int other = parts.first_other(0, size); other != size)
            return note_other(parts, begin, end, other);
        hand_over<Gift>(part, end, size, begin, end);
        hand_over<Gift>(part, 0, begin, begin, end);
    };
    once_per_worker(interface, early, late);
    if (const int other = own.difference.rank; other >= 0)
        own.difference.report(interface, incoming.valid() ? incoming[other].bytes : 0);
}

// Each rank copies what others have for it, out of their memory, between two barriers; or one rank of each
// worker does for its ranks. No data go in messages.
template <SharesMemory M, class Gift, class Incoming>
void give(M& interface, const Gift& gift, const Incoming& incoming) {
    if constexpr (Meets<M>)
        if (interface.meets()) return give_by_worker(interface, gift, incoming);
    const Board<M, Gift> board(interface, gift);
    if (!board.valid()) return;
    Reading<M, Gift, Incoming> reading{interface, board, incoming};
    Bidirectional::run(topologies::Circle(interface.size(), interface.rank()), reading);
    synchronize(interface);
}

} // namespace internal

namespace allgather {

// Allgather: each rank's piece is copied N times, once for each rank. No messages with data.
struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <class M>
    static constexpr bool serves = SharesMemory<M>;
    template <SharesMemory M, class Slices>
    static void run(M& interface, const typename M::Piece& own, const Slices& slices) {
        internal::give(interface, ToAll<typename M::Piece>{own}, slices);
    }
};

} // namespace allgather

namespace alltoall {

// Alltoall: each piece is copied once. The table of a rank's pieces takes memory for the time of the call
// where they are not regular.
struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <class M>
    static constexpr bool serves = SharesMemory<M>;
    template <SharesMemory M, class Outgoing, class Incoming>
    static void run(M& interface, const Outgoing& outgoing, const Incoming& incoming) {
        const Pieces<typename M::Piece> pieces(outgoing, interface.size());
        if (!pieces.valid()) interface.out_of_memory(sizeof(typename M::Piece));
        internal::give(interface, ToEach<typename M::Piece>{pieces}, incoming);
    }
};

} // namespace alltoall

} // namespace sartor::collective
