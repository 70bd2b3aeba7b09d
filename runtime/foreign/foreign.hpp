// The rank of a process that is no executable of Sartor's: MPI was loaded into it as a library
// (libmpi_abi.so). The process is one rank, from its first call of MPI until it exits. Any thread may call,
// one at a time (MPI_THREAD_SERIALIZED); the rank waits on the stack of the thread that calls.
#pragma once

#include "runtime/process.hpp"

namespace sartor::process {

// Makes `current` known to the calling thread. The first call in the process sets everything up, as the
// environment says (sartor run --processes, or a launcher that speaks PMIx; alone it is one rank of one), and
// waits for the other processes. Ends the run where the launcher says what does not fit, and in a child of
// fork(), which is no rank.
void become_rank() noexcept;

// At the beginning of each call of MPI.
[[nodiscard, gnu::always_inline]] inline Rank& rank_that_calls() noexcept {
    if (current == nullptr) [[unlikely]]
        become_rank();
    return *current;
}

} // namespace sartor::process
