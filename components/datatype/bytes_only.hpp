// Datatype level "none" (EPOS-MPI 4.7): MPI_BYTE is the only datatype; no support is necessary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/datatype/level.hpp"
#include "components/envelope/storage.hpp"

namespace sartor::datatype {

inline constexpr std::intptr_t byte_type = 583; // MPI_BYTE in the standard's ABI

struct BytesOnly {
    static constexpr std::string_view name = "none: MPI_BYTE only";
    using Storage = envelope::Contiguous;

    [[nodiscard]] static constexpr bool valid(std::intptr_t type) noexcept { return type == byte_type; }
    [[nodiscard]] static constexpr std::size_t size_of(std::intptr_t) noexcept { return 1; }
    [[nodiscard]] static constexpr std::ptrdiff_t extent_of(std::intptr_t) noexcept { return 1; }
    [[nodiscard]] static constexpr Storage storage(const void* buffer, std::int64_t count, std::intptr_t) noexcept {
        return {const_cast<void*>(buffer), static_cast<std::size_t>(count)};
    }
};

static_assert(Level<BytesOnly>);

} // namespace sartor::datatype
