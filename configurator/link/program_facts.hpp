// The facts of a whole program: from its image, and from the notes of the files that went into it.
#pragma once

#include "configurator/command_line/linker_arguments.hpp"
#include "configurator/link/image.hpp"
#include "configurator/scan/facts.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

struct Program {
    Facts facts;
    std::vector<std::string> shared_libraries; // by path: those that all ranks share, the C library left out
    Seen calls_of_libraries;                   // as process_calls, of libraries that are none of the system's
};

/// Reports variables that all ranks share although they belong to a library of the program.
Program program_facts(const Image& image, const std::string& name);

} // namespace sartor::configurator
