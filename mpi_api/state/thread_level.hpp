// Levels of thread support that this library gives (MPI-5.0 section 11.6).
#pragma once

#include "components/process/process.hpp"
#include "mpi.h"

namespace sartor::mpi::internal {

// Without threads of its own a program gets any level it asks for. With some, any number of them may call
// where the communicator was selected for it, or they take turns; where ranks of an OpenMP program are
// fibers, only the main threads call.
template <class Callers>
[[nodiscard]] int highest_thread_level() noexcept {
    if (!process::program_has_threads()) return MPI_THREAD_MULTIPLE;
    if (!process::any_thread_may_call()) return MPI_THREAD_FUNNELED;
    return Callers::many ? MPI_THREAD_MULTIPLE : MPI_THREAD_SERIALIZED;
}

} // namespace sartor::mpi::internal
