// How deep ranks have used their stacks.
#pragma once

#include <cstdint>

#include "runtime/process.hpp"

namespace sartor::machine::manycore {

// Bytes from the begin of a rank's stack to the deepest page that was touched; 0 without a stack of its own.
// Whole pages, the frames of this library among them. Cost: a system call.
[[nodiscard]] std::int64_t touched_stack(const process::Rank& rank) noexcept;

// By the running rank, in a call of MPI: accounts its stack as deep as it is now; now and then as deep as it
// was.
void note_own_stack() noexcept;
// After a run: of each rank, as deep as it was.
void note_stacks() noexcept;

} // namespace sartor::machine::manycore
