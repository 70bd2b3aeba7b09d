// MPI_Wtime, MPI_Wtick (MPI-5.0 section 9.6).
#pragma once

#include "mpi_api/call/call.hpp"
#include "transports/machine.hpp"

namespace sartor::mpi {

inline constexpr double seconds_per_nanosecond = 1e-9;

// Seconds, of a monotonic clock; of the chip's virtual time on emulated machines. In programs with windows it
// makes progress, since such programs poll memory and the time in one loop; not where threads of the rank may
// be inside of MPI at the same time.
template <class Program>
double wtime([[maybe_unused]] Call<Program>& call) noexcept {
    with(call.state().one_sided, [](auto& windows) {
        if (process::current->critical_section == nullptr) windows.look_around();
    });
    if constexpr (machine::Emulated<typename Program::machine>) return Program::machine::seconds();
    return static_cast<double>(process::now()) * seconds_per_nanosecond;
}

// One nanosecond; on emulated machines a tick of virtual time.
template <class Program>
double wtick(Call<Program>&) noexcept {
    if constexpr (machine::Emulated<typename Program::machine>) return Program::machine::seconds_per_tick();
    return seconds_per_nanosecond;
}

} // namespace sartor::mpi
