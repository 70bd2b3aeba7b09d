// MPI_Win_set_info, MPI_Win_get_info (MPI-5.0 section 12.2.7).
#pragma once

#include "mpi_api/one_sided/windows/hints.hpp"

namespace sartor::mpi {

template <class Program>
int win_set_info(Call<Program>& call, MPI_Win win, MPI_Info info) noexcept {
    return internal::keep_window_info(call, internal::window_of(call, win), info);
}

template <class Program>
int win_get_info(Call<Program>& call, MPI_Win win, MPI_Info* handle) noexcept {
    return internal::give_window_info(call, internal::window_of(call, win), handle);
}

} // namespace sartor::mpi
