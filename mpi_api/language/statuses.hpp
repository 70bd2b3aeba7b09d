// Statuses in C, Fortran and Fortran 2008: the same numbers in the same order (MPI-5.0 section 19.3.5).
#pragma once

#include <cstring>

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

static_assert(sizeof(MPI_Status) == sizeof(MPI_F08_status) && sizeof(MPI_Status) == 8 * sizeof(MPI_Fint));

// Copies the status, MPI_ERROR included. MPI_ERR_ARG for a null pointer; likewise below.
template <class Program>
int status_c2f(Call<Program>& call, const MPI_Status* from, MPI_Fint* to) noexcept {
    if (!call.result("status", from) || !call.result("status", to)) return call.error();
    std::memcpy(to, from, sizeof(MPI_Status));
    return MPI_SUCCESS;
}

template <class Program>
int status_f2c(Call<Program>& call, const MPI_Fint* from, MPI_Status* to) noexcept {
    if (!call.result("status", from) || !call.result("status", to)) return call.error();
    std::memcpy(to, from, sizeof(MPI_Status));
    return MPI_SUCCESS;
}

template <class Program>
int status_c2f08(Call<Program>& call, const MPI_Status* from, MPI_F08_status* to) noexcept {
    if (!call.result("status", from) || !call.result("status", to)) return call.error();
    std::memcpy(to, from, sizeof(MPI_Status));
    return MPI_SUCCESS;
}

template <class Program>
int status_f082c(Call<Program>& call, const MPI_F08_status* from, MPI_Status* to) noexcept {
    if (!call.result("status", from) || !call.result("status", to)) return call.error();
    std::memcpy(to, from, sizeof(MPI_Status));
    return MPI_SUCCESS;
}

template <class Program>
int status_f2f08(Call<Program>& call, const MPI_Fint* from, MPI_F08_status* to) noexcept {
    if (!call.result("status", from) || !call.result("status", to)) return call.error();
    std::memcpy(to, from, sizeof(MPI_Status));
    return MPI_SUCCESS;
}

template <class Program>
int status_f082f(Call<Program>& call, const MPI_F08_status* from, MPI_Fint* to) noexcept {
    if (!call.result("status", from) || !call.result("status", to)) return call.error();
    std::memcpy(to, from, sizeof(MPI_Status));
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
