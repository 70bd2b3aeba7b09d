// Levels of thread support that this library gives (MPI-5.0 section 11.6).
#pragma once

#include "mpi.h"
#include "mpi_api/state/state.hpp"
#include "runtime/process.hpp"

namespace sartor::mpi::internal {

// What MPI_Init_thread grants at most. A program that starts no threads gets any level. Otherwise
// MPI_THREAD_MULTIPLE where the communicator was selected for it, MPI_THREAD_SERIALIZED where threads take
// turns, and MPI_THREAD_FUNNELED where ranks of an OpenMP program are fibers.
template <class Program>
[[nodiscard]] int highest_thread_level() noexcept {
    if (!process::program_has_threads()) return MPI_THREAD_MULTIPLE;
    if (!process::any_thread_may_call()) return MPI_THREAD_FUNNELED;
    return Interface<Program>::has_many_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SERIALIZED;
}

} // namespace sartor::mpi::internal
