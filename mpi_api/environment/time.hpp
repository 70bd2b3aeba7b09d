// MPI_Wtime, MPI_Wtick (MPI-5.0 section 9.6).
#pragma once

#include "components/machine/machine.hpp"
#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

inline constexpr double seconds_per_nanosecond = 1e-9;

template <class Program>
double wtime(Call<Program>&) noexcept {
    if constexpr (machine::Emulated<typename Program::machine>) return Program::machine::seconds();
    return static_cast<double>(process::now()) * seconds_per_nanosecond;
}

template <class Program>
double wtick(Call<Program>&) noexcept {
    if constexpr (machine::Emulated<typename Program::machine>) return Program::machine::seconds_per_tick();
    return seconds_per_nanosecond;
}

} // namespace sartor::mpi
