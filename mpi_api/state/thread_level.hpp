// Levels of thread support that this library gives (MPI-5.0 section 11.6).
#pragma once

#include "components/process/process.hpp"
#include "mpi.h"

namespace sartor::mpi::internal {

// Without threads of its own a program gets any level it asks for. With some, they must take turns in MPI;
// where ranks of an OpenMP program are fibers, only the main threads may call it.
[[nodiscard]] inline int highest_thread_level() noexcept {
    if (!process::program_has_threads()) return MPI_THREAD_MULTIPLE;
    return process::any_thread_may_call() ? MPI_THREAD_SERIALIZED : MPI_THREAD_FUNNELED;
}

} // namespace sartor::mpi::internal
