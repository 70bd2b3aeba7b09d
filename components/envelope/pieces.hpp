// Whether pieces of memory have bytes in common.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::envelope {

// A stretch of memory, or the one from the first to the last of several pieces.
struct PieceSpan {
    std::uintptr_t first = UINTPTR_MAX;
    std::uintptr_t behind = 0;
    std::size_t pieces = 0;

    PieceSpan() = default;
    PieceSpan(const void* piece, std::size_t bytes) noexcept
        : first(reinterpret_cast<std::uintptr_t>(piece)), behind(first + bytes), pieces(1) {}

    template <class Storage>
    [[nodiscard]] static PieceSpan of(const Storage& data) noexcept {
        PieceSpan span;
        data.for_each_piece(
            [&](const void* piece, std::size_t bytes) { span.widen(PieceSpan(piece, bytes)); });
        return span;
    }
    void widen(const PieceSpan& other) noexcept {
        if (other.first < first) first = other.first;
        if (other.behind > behind) behind = other.behind;
        pieces += other.pieces;
    }
    [[nodiscard]] bool meets(const PieceSpan& other) const noexcept {
        return first < other.behind && other.first < behind;
    }
};

// Whether two sets of pieces have a byte in common. O(pieces of one x pieces of the other) where their spans
// meet; sets of very many pieces are taken to be apart then.
template <class Storage>
[[nodiscard]] bool have_common_byte(const Storage& one, const Storage& other) noexcept {
    constexpr std::size_t most_pairs = 1 << 22;
    const PieceSpan first = PieceSpan::of(one);
    const PieceSpan second = PieceSpan::of(other);
    if (!first.meets(second) || first.pieces * second.pieces > most_pairs) return false;
    bool found = false;
    one.for_each_piece([&](const void* piece, std::size_t bytes) {
        const PieceSpan mine(piece, bytes);
        if (found || !mine.meets(second)) return;
        other.for_each_piece([&](const void* their_piece, std::size_t their_bytes) {
            found = found || mine.meets(PieceSpan(their_piece, their_bytes));
        });
    });
    return found;
}

// Whether pieces of one receive have a byte in common. O(pieces) where they are in order, with their square
// otherwise.
template <class Storage>
[[nodiscard]] bool writes_twice(const Storage& data) noexcept {
    constexpr std::size_t most_pieces = 1 << 11;
    if (data.is_one_piece()) return false;
    bool in_order = true;
    std::uintptr_t behind = 0;
    std::size_t pieces = 0;
    data.for_each_piece([&](const void* piece, std::size_t bytes) {
        const PieceSpan one(piece, bytes);
        in_order = in_order && one.first >= behind;
        behind = one.behind;
        ++pieces;
    });
    if (in_order || pieces > most_pieces) return false;
    bool found = false;
    std::size_t index = 0;
    data.for_each_piece([&](const void* piece, std::size_t bytes) {
        const PieceSpan one(piece, bytes);
        std::size_t other = 0;
        data.for_each_piece([&](const void* their_piece, std::size_t their_bytes) {
            if (other++ < index) found = found || one.meets(PieceSpan(their_piece, their_bytes));
        });
        ++index;
    });
    return found;
}

} // namespace sartor::envelope
