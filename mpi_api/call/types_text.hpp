// The datatypes of the first elements of data, for reports.
#pragma once

#include <cstddef>
#include <cstdio>

#include "components/datatype/checked_type.hpp"
#include "mpi_api/names/predefined_datatypes.hpp"

namespace sartor::mpi {

namespace internal {

// "MPI_INT" or "MPI_INT, MPI_FLOAT, MPI_INT": the first datatypes of a message.
struct TypesText {
    explicit TypesText(const datatype::CheckedType& types) noexcept {
        text[0] = '\0';
        std::size_t end = 0;
        for (int index = 0; index < datatype::CheckedType::most_elements && end < sizeof text; ++index) {
            const auto type = types.element(index);
            if (type == datatype::CheckedType::unknown || is_repeated(types, index)) return;
            end += static_cast<std::size_t>(std::snprintf(text + end, sizeof text - end, "%s%s",
                                                          index > 0 ? ", " : "", predefined_type_name(type)));
        }
    }
    // Whether all from the first element to this one are of one datatype.
    [[nodiscard]] static bool is_repeated(const datatype::CheckedType& types, int index) noexcept {
        for (int one = 1; one < datatype::CheckedType::most_elements; ++one)
            if (types.element(one) != types.element(0) &&
                types.element(one) != datatype::CheckedType::unknown)
                return false;
        return index > 0;
    }
    char text[160];
};

} // namespace internal

} // namespace sartor::mpi
