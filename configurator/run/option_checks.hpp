// Which options of sartor run fit together, and fit what is run. Errors: all throw Error with exit code 2,
// which names the option and says what to do.
#pragma once

#include "configurator/run/faults.hpp"
#include "configurator/run/run.hpp"
#include "configurator/run/schedules.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// The first option that observes the run; or empty.
std::string looked_at_by(const RunOptions& options);

/// None is for emulated machines only.
void check_for_host(const RunOptions& options);
/// Of a program built with --checked or without.
void check_watching(const RunOptions& options, const std::string& program, bool checked);
void check_backlog(const RunOptions& options, const std::string& machine);
std::optional<FaultWish> fault_wish(const RunOptions& options, const std::string& machine);
std::optional<ScheduleWish> schedule_wish(const RunOptions& options, const std::string& machine);
void check_trace(const RunOptions& options, const std::string& machine);
void check_profile(const RunOptions& options, const std::string& machine);

/// The machine for a program that was made for another one, perhaps. Several processes are for what runs on
/// this computer.
std::string machine_for(const RunOptions& options, const std::string& made_for);
/// Errors: throws Error for options that hold for one process or for this computer.
void check_for_hosts(const RunOptions& options);
/// Errors: throws Error for options that a run which meets others does not have, and for what is no name.
void check_universe(const RunOptions& options);
/// Whether ranks may be in further processes, which others start (MPI_Comm_spawn). Otherwise starting them is
/// an error of the program. Throws nothing.
bool can_run_in_processes(const RunOptions& options);
/// A program that survives failures, in processes of other computers or of other runs, or in several with
/// windows. window_function: that it calls, or empty.
void check_failures(const RunOptions& options, const std::string& window_function, const std::string& path);

/// path: a program that is rebuilt for several processes.
void check_for_process_of(const std::string& path);

/// path: a script, which starts the program.
void check_for_script(const RunOptions& options, const std::string& path);
/// The programs of one run.
void check_for_several(const RunOptions& options, const std::vector<std::string>& files);
/// A program that was not made by sartor: what executables of sartor's do themselves is not there.
void check_for_foreign(const RunOptions& options, const std::string& path);

} // namespace sartor::configurator
