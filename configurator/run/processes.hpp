// sartor run --processes: the ranks of a run in several processes on this computer, which this command starts
// and looks after.
#pragma once

#include "configurator/run/processes/preparation.hpp"
#include "configurator/run/run.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Starts options.processes processes of the executable `file`, which was cut for the machine fabric, in the
/// environment that prepare() has made; passes on their output, whole lines, and signals for this command;
/// ends with the highest exit code, or as the first process that ended the run or died. The others are ended
/// then. Standard input is that of the process with rank 0.
/// spawning: for a program whose ranks may start others (MPI_Comm_spawn); null: they can't.
/// Errors: throws Error when a process can't be started.
[[noreturn]] void run_in_processes(const RunOptions& options, const std::vector<std::string>& command,
                                   const std::string& file, const MpiOfRun* spawning = nullptr);

} // namespace sartor::configurator
