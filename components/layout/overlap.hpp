// The memory that data span, and whether data have bytes in common: what programs built with --checked ask of
// buffers that are in use at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/layout/shape.hpp"

namespace sartor::layout {

// A stretch of memory, or the one from the first byte of several pieces to behind the last.
struct PieceSpan {
    std::uintptr_t first = UINTPTR_MAX;
    std::uintptr_t behind = 0;

    PieceSpan() = default;
    PieceSpan(const void* piece, std::size_t bytes) noexcept
        : first(reinterpret_cast<std::uintptr_t>(piece)), behind(first + bytes) {}

    [[nodiscard]] bool is_empty() const noexcept { return behind <= first; }
    // Number by number: as a whole it would be copied as one vector, which waits until both are stored.
    void become(const PieceSpan& other) noexcept {
        first = other.first;
        behind = other.behind;
    }
    void widen(const PieceSpan& other) noexcept {
        if (other.first < first) first = other.first;
        if (other.behind > behind) behind = other.behind;
    }
    [[nodiscard]] bool overlaps(const PieceSpan& other) const noexcept {
        return first < other.behind && other.first < behind;
    }
};

// Shapes are not empty, and begin at these addresses. Loops and runs of one length take a time that depends
// on the depth alone; lists one that is proportional to their lengths.
[[nodiscard]] PieceSpan span_of(const Shape& shape, std::uintptr_t address) noexcept;

// Whether two shapes have a byte in common. Exact, but for lists that are not in order and have more than
// 2^22 pairs of runs: these are taken to be apart.
[[nodiscard]] bool have_common_byte(const Shape& one, std::uintptr_t address, const Shape& other,
                                    std::uintptr_t other_address) noexcept;
// The same for a shape and a stretch of memory.
[[nodiscard]] bool have_common_byte(const Shape& shape, std::uintptr_t address,
                                    const PieceSpan& stretch) noexcept;
// Whether a byte is in a shape twice, with the same exception.
[[nodiscard]] bool has_byte_twice(const Shape& shape) noexcept;

} // namespace sartor::layout
