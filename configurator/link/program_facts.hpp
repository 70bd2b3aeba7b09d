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
    std::vector<std::string> shared_libraries; // those the image needs, by path, the C library left out
};

/// Tells of variables in shared libraries of the program's own: all ranks share these.
Program program_facts(const Image& image, const LinkerArguments& arguments);

} // namespace sartor::configurator
