// The machines that programs can be cut for.
#pragma once

#include "configurator/machines/target_machine.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// A logical processor, and where it is: numbers of the computer's cores, last-level caches and NUMA nodes.
struct Processor {
    int number = 0; // the operating system's
    int core = 0;
    int thread = 0; // among those of its core that may be used
    int cache = -1; // the largest that it shares with other cores; -1: none
    int node = 0;
    std::vector<int> path; // the way down to it: the number of each object among its siblings
};

/// What this process may use, neighbours side by side: those of a core, of a cache, of a NUMA node.
struct Host {
    std::vector<Processor> processors;
    int cores = 0;
};
Host this_host();
/// Another computer, in hwloc's words: "numa:2 l3:2 core:4 pu:2".
Host synthetic_host(const std::string& description);

/// The machine of a name or of a file.
/// Errors: throws Error for an unknown machine, and for a file that describes none.
TargetMachine find_machine(const std::string& machine);

/// sartor machines [--json] [NAME|FILE]
void list_machines(const std::string& machine, bool json);

} // namespace sartor::configurator
