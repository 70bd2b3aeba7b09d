// Datatype level "basic" (EPOS-MPI 4.7): the predefined datatypes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/datatype/level.hpp"
#include "components/datatype/predefined.hpp"
#include "components/envelope/storage.hpp"

namespace sartor::datatype {

// Elements follow each other without gaps: size and extent are the same.
struct Basic {
    static constexpr std::string_view name = "basic: predefined datatypes";
    using Storage = envelope::Contiguous;

    [[nodiscard]] static constexpr bool valid(std::intptr_t type) noexcept {
        return type >= first_predefined && type <= last_predefined && size_of(type) != 0;
    }
    [[nodiscard]] static constexpr std::size_t size_of(std::intptr_t type) noexcept {
        return predefined_sizes[static_cast<std::size_t>(type - first_predefined)];
    }
    [[nodiscard]] static constexpr std::ptrdiff_t extent_of(std::intptr_t type) noexcept {
        return static_cast<std::ptrdiff_t>(size_of(type));
    }
    [[nodiscard]] static constexpr Storage storage(const void* buffer, std::int64_t count, std::intptr_t type) noexcept {
        return {const_cast<void*>(buffer), static_cast<std::size_t>(count) * size_of(type)};
    }
};

static_assert(Level<Basic>);

} // namespace sartor::datatype
