// MPI_T_enum_get_info, MPI_T_enum_get_item (MPI-5.0 section 15.3.5).
#pragma once

#include "mpi_api/tools/variables/enumerations.hpp"
#include "mpi_api/tools/variables/lookup.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
[[nodiscard]] int check_enumeration(Call<Program>& call, MPI_T_enum names) noexcept {
    if (call.state().tools.initialized == 0) return MPI_T_ERR_NOT_INITIALIZED;
    return names == off_or_on() ? MPI_SUCCESS : MPI_T_ERR_INVALID_HANDLE;
}

} // namespace internal

template <class Program>
int t_enum_get_info(Call<Program>& call, MPI_T_enum names, int* number, char* name,
                    int* name_length) noexcept {
    if (const int error = internal::check_enumeration(call, names); error != MPI_SUCCESS) return error;
    internal::give(number, static_cast<int>(internal::off_and_on.size()));
    internal::give_text(internal::off_or_on_name, name, name_length);
    return MPI_SUCCESS;
}

template <class Program>
int t_enum_get_item(Call<Program>& call, MPI_T_enum names, int index, int* value, char* name,
                    int* name_length) noexcept {
    if (const int error = internal::check_enumeration(call, names); error != MPI_SUCCESS) return error;
    if (index < 0 || index >= static_cast<int>(internal::off_and_on.size())) return MPI_T_ERR_INVALID_ITEM;
    internal::give(value, index);
    internal::give_text(internal::off_and_on[static_cast<std::size_t>(index)], name, name_length);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
