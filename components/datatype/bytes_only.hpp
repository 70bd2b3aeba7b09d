// Datatype level "none" (EPOS-MPI 4.7) for programs whose only datatype is MPI_BYTE: no code and no memory.
// See level.hpp for its functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/datatype/level.hpp"
#include "components/envelope/storage.hpp"

namespace sartor::datatype {

inline constexpr std::intptr_t byte_type = 583; // MPI_BYTE in the standard's ABI

struct BytesOnly : OnlyPredefined {
    static constexpr std::string_view name = "none: MPI_BYTE only";
    static constexpr bool may_be_empty = false;
    static constexpr bool sends_gaps = false;
    using Storage = envelope::Contiguous;

    [[nodiscard]] static constexpr bool valid(std::intptr_t type) noexcept { return type == byte_type; }
    [[nodiscard]] static constexpr bool committed(std::intptr_t) noexcept { return true; }
    [[nodiscard]] static constexpr bool absolute(std::intptr_t) noexcept { return false; }
    [[nodiscard]] static constexpr std::size_t size_of(std::intptr_t) noexcept { return 1; }
    [[nodiscard]] static constexpr std::ptrdiff_t extent_of(std::intptr_t) noexcept { return 1; }
    [[nodiscard]] static constexpr Bounds bounds_of(std::intptr_t) noexcept { return {1, 0, 1, 0, 1}; }
    [[nodiscard]] static constexpr Span span_of(std::intptr_t, std::int64_t count) noexcept {
        return {0, static_cast<std::size_t>(count)};
    }
    [[nodiscard]] static constexpr Storage storage(const void* buffer, std::int64_t count,
                                                   std::intptr_t) noexcept {
        return {const_cast<void*>(buffer), static_cast<std::size_t>(count)};
    }
};

static_assert(Level<BytesOnly>);

} // namespace sartor::datatype
