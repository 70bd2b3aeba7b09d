// What stands before the program on mpirun's command line: scripts, shells, env, nice, gdb --args and others.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// How a file that sartor did not make brings up the ranks.
enum class Starter {
    once,      // it starts a program made by sartor, which is all ranks
    each_rank, // it is run for each rank: it reads the rank's number (OMPI_COMM_WORLD_RANK...), is Python, or
               // calls no MPI
    other      // nothing in its command was made by sartor, and it may call another MPI
};

bool is_script(const std::string& path);

/// path: of command.front(), made by another than sartor. Scripts are read, and so is what sh -c is given.
Starter starter_of(const std::string& path, const std::vector<std::string>& command);

} // namespace sartor::configurator
