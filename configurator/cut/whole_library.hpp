// The MPI library that is cut for no program in particular: all of the interface.
#pragma once

#include "configurator/rules/needs.hpp"

namespace sartor::configurator {

/// Every function of the table, both forms, and every constant, with the machine's usual algorithms; called
/// by threads. Points into the table. requester: of
/// everything.
Needs needs_of_everything(const table::Table& table, const std::string& requester);

/// Those of programs that are not optimized, as of `--cover all`: everything but what only some programs pay
/// for, such as threads.
Needs needs_of_covering_library(const table::Table& table);

/// Those of libmpi_abi.so: everything, in processes that are not ours, and in several worlds.
Needs needs_of_abi_library(const table::Table& table);

/// Those of libsartor_team.so: everything, for ranks inside of a process that is not ours.
Needs needs_of_team_library(const table::Table& table);

} // namespace sartor::configurator
