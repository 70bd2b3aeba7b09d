// What a rank asks for that starts further programs (MPI_Comm_spawn, MPI-5.0 section 11.8).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// One of the programs.
struct SpawnedProgram {
    std::string command; // a name or a path
    std::string folder;  // in which it runs; empty: that of the process that asks
    std::string paths;   // folders in which it is looked for first, with colons between
    int ranks = 1;
    std::vector<std::string> arguments;
};

/// The first three are numbers for the new processes: see process::Spawned.
struct SpawnOrders {
    int context = 0;
    int port = 0;
    int root = 0;
    std::string folder; // of the process that asks
    std::vector<SpawnedProgram> programs;

    int ranks() const;
};

/// Out of the text of a process::SpawnRequest. Errors: throws Error where it is broken off or has a wrong
/// number.
SpawnOrders read_spawn_orders(std::string_view text);

/// Absolute. A name without a slash is looked for in the program's paths, in the folder of the process that
/// asks, and in $PATH; others are meant from that folder on, or from the one in which the program runs.
/// Errors: throws Error when there is no such program.
std::string path_of_spawned(const SpawnedProgram& program, const std::string& folder);

/// The folder in which it runs, absolute.
std::string folder_of_spawned(const SpawnedProgram& program, const std::string& folder);

} // namespace sartor::configurator
