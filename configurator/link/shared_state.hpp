// State of the process that a program changes and that its ranks cannot have of their own.
#pragma once

#include "configurator/scan/facts.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Reports functions of an image that mean a process and act on all its ranks, each with what to do instead.
/// facts: of the program.
void warn_of_shared_state(const std::string& image_path, const Facts& facts, const std::string& program);

/// Reports interpreters among the libraries of which each rank has a copy: modules that they open don't find
/// the rank's.
void warn_of_interpreters(const std::vector<std::string>& own_libraries, const std::string& program);

} // namespace sartor::configurator
