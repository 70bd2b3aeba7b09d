// State of the process that a program changes and that its ranks cannot have of their own.
#pragma once

#include "configurator/link/program_facts.hpp"

#include <string>

namespace sartor::configurator {

/// Reports functions that an image and its libraries call, that mean a process and act on all its ranks, each
/// with what to do instead.
void warn_of_shared_state(const std::string& image_path, const Program& program, const std::string& output);

} // namespace sartor::configurator
