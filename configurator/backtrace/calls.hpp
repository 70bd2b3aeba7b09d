// The call stack of a thread.
#pragma once

#include <string>
#include <vector>

#include "configurator/backtrace/modules.hpp"

namespace sartor::backtrace {

struct Calls {
    std::vector<std::string> lines; ///< the newest first, as far as main
    bool inside_mpi = false;        ///< the MPI call of the question has not returned
};

/// The stack by the request's registers and memory.
Calls calls_of(const Question& question, const Modules& modules);

} // namespace sartor::backtrace
