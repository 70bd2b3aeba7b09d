// Sizes, extents and bounds of datatypes, with the forms that MPI dropped (MPI-5.0 sections 5.1.5 to 5.1.8).
#pragma once

#include <cstdint>
#include <limits>

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
[[nodiscard]] datatype::Bounds bounds_of(Call<Program>& call, MPI_Datatype type) noexcept {
    return call.state().datatypes.bounds_of(value_of(type));
}

// MPI_UNDEFINED for a value that Count can't hold.
template <class Count>
[[nodiscard]] Count fitting(std::int64_t value) noexcept {
    return value <= std::numeric_limits<Count>::max() ? static_cast<Count>(value) : Count{MPI_UNDEFINED};
}

} // namespace internal

// The bytes of an element's data, without gaps. O(1), as all functions here.
template <class Program, class Count>
int type_size(Call<Program>& call, MPI_Datatype type, Count* size) noexcept {
    *size = internal::fitting<Count>(internal::bounds_of(call, type).size);
    return MPI_SUCCESS;
}

template <class Program>
int type_size_x(Call<Program>& call, MPI_Datatype type, MPI_Count* size) noexcept {
    return type_size(call, type, size);
}

// The distance between consecutive elements, with the bounds that MPI_Type_create_resized has set.
template <class Program>
int type_get_extent(Call<Program>& call, MPI_Datatype type, MPI_Count* lower, MPI_Count* extent) noexcept {
    const datatype::Bounds bounds = internal::bounds_of(call, type);
    *lower = bounds.lower;
    *extent = bounds.extent();
    return MPI_SUCCESS;
}

template <class Program>
int type_get_extent_x(Call<Program>& call, MPI_Datatype type, MPI_Count* lower, MPI_Count* extent) noexcept {
    return type_get_extent(call, type, lower, extent);
}

// From the first to the last byte of data, without regard to set bounds.
template <class Program>
int type_get_true_extent(Call<Program>& call, MPI_Datatype type, MPI_Count* lower,
                         MPI_Count* extent) noexcept {
    const datatype::Bounds bounds = internal::bounds_of(call, type);
    *lower = bounds.true_lower;
    *extent = bounds.true_extent();
    return MPI_SUCCESS;
}

template <class Program>
int type_get_true_extent_x(Call<Program>& call, MPI_Datatype type, MPI_Count* lower,
                           MPI_Count* extent) noexcept {
    return type_get_true_extent(call, type, lower, extent);
}

// MPI-1's names follow.
template <class Program>
int type_extent(Call<Program>& call, MPI_Datatype type, MPI_Aint* extent) noexcept {
    *extent = internal::bounds_of(call, type).extent();
    return MPI_SUCCESS;
}

template <class Program>
int type_lb(Call<Program>& call, MPI_Datatype type, MPI_Aint* displacement) noexcept {
    *displacement = internal::bounds_of(call, type).lower;
    return MPI_SUCCESS;
}

template <class Program>
int type_ub(Call<Program>& call, MPI_Datatype type, MPI_Aint* displacement) noexcept {
    *displacement = internal::bounds_of(call, type).upper;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
