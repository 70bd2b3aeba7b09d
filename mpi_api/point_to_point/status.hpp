// MPI_Get_count (MPI-5.0 section 3.2.5).
#pragma once

#include <limits>

#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi {

// MPI_Get_count: how many elements of `type` were received. MPI_UNDEFINED when the bytes are no whole number
// of elements, or more elements than Count can hold.
template <class Program, class Count>
int get_count(Call<Program>& call, const MPI_Status* status, MPI_Datatype type, Count* count) noexcept {
    const std::uint64_t bytes = get_bytes(*status);
    const std::uint64_t element = call.state().datatypes.size_of(value_of(type));
    if constexpr (Interface<Program>::Datatypes::may_be_empty) {
        if (element == 0) {
            *count = bytes == 0 ? 0 : MPI_UNDEFINED;
            return MPI_SUCCESS;
        }
    }
    const bool whole = bytes % element == 0;
    const bool fits = bytes / element <= static_cast<std::uint64_t>(std::numeric_limits<Count>::max());
    *count = whole && fits ? static_cast<Count>(bytes / element) : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
