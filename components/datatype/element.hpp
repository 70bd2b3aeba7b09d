// What constructors of datatypes take and return: bounds, number of basic elements, and where the data are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "components/datatype/bounds.hpp"
#include "components/datatype/contents.hpp"

namespace sartor::datatype {

// Why a datatype could not be made. Functions that take an Element with a problem return it unchanged, so
// that it is checked once at the end.
enum class Problem : std::uint8_t { none, no_memory, too_large };

// One element of a datatype. `Where` describes where its data are: Layout, or NoLayout where all data are
// contiguous.
template <class Where>
struct Element {
    Bounds bounds;
    std::int64_t items = 0; // number of predefined datatypes in it
    std::int16_t item = 0;  // the value of that datatype when all are the same; 0 otherwise
    Problem problem = Problem::none;
    Origin origin = 0; // predefined value or address of the Type, once it has one
    Where where{};
};

// Data without gaps need no description, and no memory for one.
struct NoLayout {
    static constexpr bool failed = false;
};
[[nodiscard]] inline NoLayout repeated(NoLayout, std::size_t, std::ptrdiff_t) noexcept {
    return {};
}

namespace internal {

template <class Where>
void settle(Element<Where>& element, BoundsSum sum, bool items_overflowed) noexcept {
    sum.pad();
    element.bounds = sum.bounds();
    if (element.where.failed) element.problem = Problem::no_memory;
    if (sum.overflowed() || items_overflowed) element.problem = Problem::too_large;
}

} // namespace internal

// `count` copies, `stride` bytes apart; the count is not negative. Problem::too_large when a size does not
// fit into 64 bits, Problem::no_memory when there is none for the layout.
template <class Where>
[[nodiscard]] Element<Where> repeated(const Element<Where>& one, std::int64_t count,
                                      std::int64_t stride) noexcept {
    if (one.problem != Problem::none) return one;
    BoundsSum sum;
    sum.add(one.bounds, 0, count, stride);
    Element<Where> result;
    result.item = one.item;
    const bool overflow = __builtin_mul_overflow(one.items, count, &result.items);
    if (!sum.overflowed()) result.where = repeated(one.where, static_cast<std::size_t>(count), stride);
    internal::settle(result, sum, overflow);
    return result;
}

// The same, each copy at the extent of the one before.
template <class Where>
[[nodiscard]] Element<Where> repeated(const Element<Where>& one, std::int64_t count) noexcept {
    return repeated(one, count, one.bounds.extent());
}

} // namespace sartor::datatype
