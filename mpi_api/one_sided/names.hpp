// MPI_Win_set_name, MPI_Win_get_name (MPI-5.0 section 7.8).
#pragma once

#include <cstring>

#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi {

template <class Program>
int win_set_name(Call<Program>& call, MPI_Win win, const char* name) noexcept {
    if (!call.result("win_name", name)) return call.error();
    WindowObject& window = internal::window_of(call, win);
    std::strncpy(window.name, name, sizeof window.name - 1);
    return MPI_SUCCESS;
}

// `name` has room for MPI_MAX_OBJECT_NAME characters.
template <class Program>
int win_get_name(Call<Program>& call, MPI_Win win, char* name, int* length) noexcept {
    std::strcpy(name, win == MPI_WIN_NULL ? "MPI_WIN_NULL" : internal::window_of(call, win).name);
    *length = static_cast<int>(std::strlen(name));
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
