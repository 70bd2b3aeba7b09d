// The MPI library that is cut for no program in particular: all of the interface.
#pragma once

#include "configurator/rules/needs.hpp"

namespace sartor::configurator {

/// Every function of the table, both forms, and every constant, with the machine's usual algorithms; called
/// by threads in a process that is not ours. Calls of functions without an implementation end the run. Points
/// into the table.
Needs needs_of_everything(const table::Table& table);

} // namespace sartor::configurator
