// Datatype level "basic" (EPOS-MPI 4.7): the predefined datatypes. A component that has no state; see
// level.hpp for its functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/datatype/level.hpp"
#include "components/datatype/pairs.hpp"
#include "components/datatype/predefined.hpp"
#include "components/envelope/storage.hpp"

namespace sartor::datatype {

// Size, bounds and alignment of a valid predefined datatype as the standard defines them. Pairs of a value
// and an index may have a gap between the two or behind them, which is no data: size and extent differ then.
[[nodiscard]] constexpr Bounds predefined_bounds(std::intptr_t type) noexcept {
    const std::int64_t bytes = predefined_sizes[static_cast<std::size_t>(type - first_predefined)];
    const PairParts* pair = find_pair(type);
    Bounds bounds;
    bounds.size = pair != nullptr ? static_cast<std::int64_t>(pair->data_bytes()) : bytes;
    bounds.upper = bytes;
    bounds.true_upper = pair != nullptr ? static_cast<std::int64_t>(pair->data_end()) : bytes;
    bounds.alignment = predefined_alignments[static_cast<std::size_t>(type - first_predefined)];
    return bounds;
}

// Elements are sent as they are in memory, gaps of pairs included: the size in a message is the extent. All
// functions are constant time: loads from tables.
struct Basic : OnlyPredefined {
    static constexpr std::string_view name = "basic: predefined datatypes";
    static constexpr bool may_be_empty = false;
    static constexpr bool sends_gaps = true;
    using Storage = envelope::Contiguous;

    [[nodiscard]] static constexpr bool valid(std::intptr_t type) noexcept {
        return is_predefined(type) && size_of(type) != 0;
    }
    [[nodiscard]] static constexpr bool committed(std::intptr_t) noexcept { return true; }
    [[nodiscard]] static constexpr bool absolute(std::intptr_t) noexcept { return false; }
    [[nodiscard]] static constexpr std::size_t size_of(std::intptr_t type) noexcept {
        return predefined_sizes[static_cast<std::size_t>(type - first_predefined)];
    }
    [[nodiscard]] static constexpr std::ptrdiff_t extent_of(std::intptr_t type) noexcept {
        return static_cast<std::ptrdiff_t>(size_of(type));
    }
    [[nodiscard]] static constexpr Bounds bounds_of(std::intptr_t type) noexcept {
        return predefined_bounds(type);
    }
    [[nodiscard]] static constexpr Span span_of(std::intptr_t type, std::int64_t count) noexcept {
        return {0, static_cast<std::size_t>(count) * size_of(type)};
    }
    [[nodiscard]] static constexpr Storage storage(const void* buffer, std::int64_t count,
                                                   std::intptr_t type) noexcept {
        return {const_cast<void*>(buffer), static_cast<std::size_t>(count) * size_of(type)};
    }
};

static_assert(Level<Basic>);

} // namespace sartor::datatype
