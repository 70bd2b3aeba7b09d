// Reduce, Allreduce and Reduce_scatter in shared memory: each node joins one slice straight out of the
// buffers of all, in the order of the ranks.
#pragma once

#include <cstring>
#include <string_view>

#include "components/collective/algorithms/allreduce.hpp"
#include "components/collective/algorithms/reduce.hpp"
#include "components/collective/algorithms/reduce_scatter.hpp"
#include "components/collective/interface/flat.hpp"
#include "components/collective/shared/board.hpp"
#include "topologies/circle.hpp"

namespace sartor::collective {

// Operands that others may read: elements of element_bytes() one after the other, joined by a function that
// writes to its second argument only.
template <class O>
concept ReadableOperands = Operands<O> &&
    requires(O& mutable_operands, const O& operands, const char* from, char* into) {
    mutable_operands.provide();                    // a target, where there is none yet
    { operands.readable() } -> std::same_as<bool>; // with this operation
    { operands.element_bytes() } -> std::convertible_to<std::size_t>;
    { operands.source() } -> std::same_as<const char*>; // where the operands are that load() would take
    { operands.target() } -> std::same_as<char*>;       // where the result comes to be; null when not here
    operands.join_elements(from, into, std::size_t{});  // into = into op from
    operands.elements(mutable_operands.target(), std::size_t{}); // so many from an address on, as a piece
};

namespace shared {

// What a rank shows to the others: its operands, and where the result goes, null where it goes nowhere.
struct Offer {
    const char* source;
    char* target;
    std::size_t bytes;
};

// Valid as long as the operands are.
template <ReadableOperands O>
[[nodiscard]] Offer offer_of(const O& operands) {
    return {operands.source(), operands.target(), operands.bytes()};
}

// Operands of other lengths must not be read: the first rank that has some is reported.
template <SharesMemory M, ReadableOperands O>
[[nodiscard]] bool equally_long(M& interface, const Board<M, Offer>& board, const O& operands) {
    for (int rank = 0; rank < interface.size(); ++rank) {
        if (board[rank].bytes == operands.bytes()) continue;
        interface.report_mismatch(rank, board[rank].bytes, operands.bytes());
        return false;
    }
    return true;
}

inline constexpr std::size_t most_chunk_bytes = 8192; // fits into the first-level cache, and on the stack

// target = the operands of all ranks, elements first ... end - 1, joined from the lowest rank to the highest.
// The result goes through a chunk on the stack, so the target may be one of the operands. Reads each operand
// once.
template <class M, ReadableOperands O>
void join_slice(const Board<M, Offer>& board, int size, const O& operands, std::size_t first, std::size_t end,
                char* target) {
    alignas(64) char chunk[most_chunk_bytes];
    const std::size_t bytes = operands.element_bytes();
    const std::size_t most = most_chunk_bytes / bytes;
    for (std::size_t length; first < end; first += length, target += length * bytes) {
        length = end - first < most ? end - first : most;
        std::memcpy(chunk, board[0].source + first * bytes, length * bytes);
        for (int rank = 1; rank < size; ++rank)
            operands.join_elements(board[rank].source + first * bytes, chunk, length);
        std::memcpy(target, chunk, length * bytes);
    }
}

} // namespace shared

namespace reduce {

// Reduce: each node writes its slice of the result into the root's buffer. Each operand is read once, N
// slices are written in parallel. Operations of the program's own are done by `Otherwise`.
template <class Otherwise>
struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <class M>
    static constexpr bool serves = SharesMemory<M>;
    template <SharesMemory M, ReadableOperands O>
    static void run(M& interface, int root, O& operands) {
        if (!operands.readable()) return Otherwise::run(interface, root, operands);
        if (interface.rank() == root) operands.provide();
        const shared::Offer offer = shared::offer_of(operands);
        const Board<M, shared::Offer> board(interface, offer);
        if (!board.valid()) return;
        const int size = interface.size();
        const std::size_t first = first_of_part(operands.count(), interface.rank(), size);
        const std::size_t end = first_of_part(operands.count(), interface.rank() + 1, size);
        char* target = board[root].target; // null when the root had no memory
        if (shared::equally_long(interface, board, operands) && target != nullptr)
            shared::join_slice(board, size, operands, first, end, target + first * operands.element_bytes());
        synchronize(interface);
    }
};

} // namespace reduce

namespace allreduce {

// Allreduce: each node joins its slice into its own buffer, then all copy the slices of the others. Three
// barriers, no data in messages.
template <class Otherwise>
struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <class M>
    static constexpr bool serves = SharesMemory<M>;
    template <SharesMemory M, ReadableOperands O>
    static void run(M& interface, O& operands) {
        if (!operands.readable()) return Otherwise::run(interface, operands);
        const shared::Offer offer = shared::offer_of(operands);
        const Board<M, shared::Offer> board(interface, offer);
        if (!board.valid()) return;
        const bool equal = shared::equally_long(interface, board, operands);
        const int size = interface.size();
        const auto offset = [&](int rank) {
            return first_of_part(operands.count(), rank, size) * operands.element_bytes();
        };
        const int rank = interface.rank();
        if (equal)
            shared::join_slice(board, size, operands, first_of_part(operands.count(), rank, size),
                               first_of_part(operands.count(), rank + 1, size),
                               operands.target() + offset(rank));
        synchronize(interface);
        for (const topologies::Partners partners : topologies::Circle(size, rank)) {
            const std::size_t first = offset(partners.from);
            const std::size_t bytes = offset(partners.from + 1) - first;
            if (equal && bytes > 0)
                std::memcpy(operands.target() + first, board[partners.from].target + first, bytes);
        }
        synchronize(interface);
    }
};

} // namespace allreduce

namespace reduce_scatter {

// Reduce_scatter: each node joins its own part. Memory for one part.
template <class Otherwise>
struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <class M>
    static constexpr bool serves = SharesMemory<M>;
    template <SharesMemory M, ReadableOperands O, class Parts>
    static void run(M& interface, O& operands, const Parts& parts, const typename M::Piece& result) {
        if (!operands.readable()) return Otherwise::run(interface, operands, parts, result);
        const shared::Offer offer = shared::offer_of(operands);
        const Board<M, shared::Offer> board(interface, offer);
        if (!board.valid()) return;
        // In place, the result's memory is that of the first operands, which other ranks may still have to
        // read.
        const std::size_t first = parts(interface.rank());
        const std::size_t end = parts(interface.rank() + 1);
        const Buffer own((end - first) * operands.element_bytes());
        if (!own.valid()) interface.out_of_memory((end - first) * operands.element_bytes());
        if (shared::equally_long(interface, board, operands) && own.valid())
            shared::join_slice(board, interface.size(), operands, first, end, own.data());
        synchronize(interface);
        if (own.valid()) operands.elements(own.data(), end - first).copy_to(result);
    }
};

} // namespace reduce_scatter

} // namespace sartor::collective
