// Datatype level "basic" (EPOS-MPI 4.7): the predefined datatypes.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/datatype/predefined.hpp"

namespace sartor::datatype {

struct Basic {
    static constexpr std::string_view name = "basic: predefined datatypes";

    [[nodiscard]] static constexpr std::size_t size_of(std::intptr_t type) noexcept {
        return type < first_predefined || type > last_predefined
                   ? 0
                   : predefined_sizes[static_cast<std::size_t>(type - first_predefined)];
    }
};

} // namespace sartor::datatype
