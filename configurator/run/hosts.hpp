// sartor run --hosts, --hostfile: the ranks of a run on several computers, whose processes a launcher that
// speaks PMIx starts (docs/processes.md).
#pragma once

#include "configurator/run/run.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// "a:8,b:8", "a,b". Errors: throws Error naming the option and what is wrong.
std::vector<HostRanks> parse_hosts(const char* option, const std::string& text);
/// Lines "a slots=8", "a:8", "a"; # begins a comment. Errors: as parse_hosts(), with the line.
std::vector<HostRanks> read_hostfile(const char* option, const std::string& path);

/// Whether all of them are names of this computer: no launcher is needed then.
bool are_this_computer(const std::vector<HostRanks>& hosts);

/// How many ranks each host has, and how many of them a process has.
struct HostPlan {
    std::vector<HostRanks> hosts; // each with at least one rank
    int ranks_per_process = 1;    // divides the ranks of each

    int ranks() const;
    int processes() const { return ranks() / ranks_per_process; }
};

/// Hosts with numbers get as many ranks as that, in their order, until there are no more; hosts without
/// numbers share the ranks evenly. ranks: 0: as many as the numbers say, or one for each. `each_one`: a
/// process has one. Errors: throws Error where the ranks don't fit.
HostPlan plan_hosts(const std::vector<HostRanks>& hosts, int ranks, bool each_one);

/// The launcher's path: the one of Slurm inside of its allocation, else prterun or Open MPI's mpirun. Errors:
/// throws Error when there is none, with what to install.
std::string find_launcher();

/// Becomes the launcher. `file`: the executable, which was cut for the machine fabric and is there on all
/// hosts.
[[noreturn]] void run_on_hosts(const HostPlan& plan, const std::string& launcher,
                               const std::vector<std::string>& command, const std::string& file);

} // namespace sartor::configurator
