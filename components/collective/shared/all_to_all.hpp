// Allgather and Alltoall in shared memory: data are copied straight out of the senders' buffers, by the
// receiver or by one rank of its worker for all of them.
#pragma once

#include <cstddef>
#include <string_view>

#include "components/collective/algorithms/allgather.hpp"
#include "components/collective/algorithms/alltoall.hpp"
#include "components/collective/interface/piece_at.hpp"
#include "components/collective/shared/board.hpp"
#include "components/collective/shared/pieces.hpp"

namespace sartor::collective {

// What a rank gives to each node: the same to all, or a piece of its own to each.
template <class P>
struct Gift {
    const P* to_all;
    const Pieces<P>* to_each;

    [[nodiscard]] bool valid() const { return to_all != nullptr || to_each->valid(); }
    [[nodiscard]] auto piece_for(int node) const -> decltype((*to_each)[node]) {
        return to_all != nullptr ? *to_all : (*to_each)[node];
    }
    // Ranks that give in different ways make different calls.
    [[nodiscard]] const char* mark() const { return to_all != nullptr ? &type_mark<P> : &type_mark<Gift>; }
};

// The function objects of a bidirectional operation without messages: what comes from a node is read.
template <SharesMemory M>
struct Reading {
    using P = typename M::Piece;
    M& interface;
    const AddressTable<M>& gifts;
    PieceAt<P> incoming;

    void exchange(int, int from) {
        const auto& gift = *static_cast<const Gift<P>*>(gifts[from]);
        if (gift.valid()) interface.read(from, gift.piece_for(interface.rank()), incoming(from));
    }
};

// What a rank gives, and where it gets what others give. Another one copies for it.
template <class P>
struct Part {
    Gift<P> gift;
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
template <HasWorkerBarrier M>
[[gnu::noinline]] void hand_over(const Publication<M, Part<typename M::Piece>>& parts, bool same_for_all,
                                 int first, int end, int first_taker, int end_of_takers) {
    if (same_for_all) {
        for (int from = first; from < end; ++from)
            for (int node = first_taker; node < end_of_takers; ++node)
                if (node != from) parts.of(node).take(node, from, parts.of(from));
    } else {
        for (int node = first_taker; node < end_of_takers; ++node)
            for (int from = first; from < end; ++from)
                if (node != from) parts.of(node).take(node, from, parts.of(from));
    }
}

// One rank of each worker copies for all its ranks, which wait only once.
template <HasWorkerBarrier M>
void give_by_worker(M& interface, const Gift<typename M::Piece>& gift,
                    const Pieces<typename M::Piece>& incoming) {
    using Shown = Part<typename M::Piece>;
    const int size = interface.size();
    const Shown own{gift, incoming};
    const Publication<M, Shown> parts(interface, own, gift.mark());
    const bool same = gift.to_all != nullptr;
    bool all = true; // show their parts
    const auto early = [&](int begin, int end) {
        const int other = parts.first_other(begin, end);
        all = other == end;
        all ? hand_over(parts, same, begin, end, begin, end) : note_other(parts, begin, end, other);
    };
    const auto late = [&](int begin, int end) {
        if (!all) return;
        if (const int other = parts.first_other(0, size); other != size)
            return note_other(parts, begin, end, other);
        hand_over(parts, same, end, size, begin, end);
        hand_over(parts, same, 0, begin, begin, end);
    };
    once_per_worker(interface, early, late);
    if (const int other = own.difference.rank; other >= 0)
        own.difference.report(interface, incoming.valid() ? incoming[other].bytes : 0);
}

// Each rank copies what others have for it, out of their memory, between two barriers; or one rank of each
// worker does for its ranks. No data go in messages.
template <SharesMemory M>
void give_by_reading(M& interface, const Gift<typename M::Piece>& gift, PieceAt<typename M::Piece> incoming) {
    AddressTable<M> gifts;
    gifts.gather(interface, &gift);
    if (!gifts.valid()) return;
    Reading<M> reading{interface, gifts, incoming};
    Bidirectional::run(topologies::Circle(interface.size(), interface.rank()), reading);
    synchronize(interface);
}

// No data go in messages. One rank of each worker copies for all of its ranks where they meet.
template <SharesMemory M, class Incoming>
void give(M& interface, const Gift<typename M::Piece>& gift, const Incoming& incoming) {
    if constexpr (HasWorkerBarrier<M>)
        if (interface.has_worker_barrier()) {
            const Pieces<typename M::Piece> targets(incoming, interface.size());
            if (!targets.valid()) interface.out_of_memory(sizeof(typename M::Piece));
            return give_by_worker(interface, gift, targets);
        }
    give_by_reading(interface, gift, PieceAt<typename M::Piece>(incoming));
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
        internal::give(interface, Gift<typename M::Piece>{&own, nullptr}, slices);
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
        internal::give(interface, Gift<typename M::Piece>{nullptr, &pieces}, incoming);
    }
};

} // namespace alltoall

} // namespace sartor::collective
