// The activity of ranks' threads in the summary after a run. Only executables that run threads have these
// functions.
#pragma once

#include <cstdio>

#include "emulation/run.hpp"

namespace sartor::machine::manycore::threads {

[[gnu::weak]] void print_threads(const Run& run, Cycles time) noexcept;
[[gnu::weak]] void write_threads(FILE* file, const Run& run) noexcept;

} // namespace sartor::machine::manycore::threads
