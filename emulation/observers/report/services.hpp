// What services did, after a run.
#pragma once

#include <cstdio>

#include "emulation/services/start_up.hpp"

namespace sartor::machine::manycore {

// Lines of the summary.
void print_start_up(const StartUp& start_up) noexcept;
void print_names() noexcept;
// Members of the file's object.
void write_start_up(FILE* file, const StartUp& start_up) noexcept;
void write_names(FILE* file) noexcept;

} // namespace sartor::machine::manycore
