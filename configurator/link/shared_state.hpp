// State of the process that a program changes and that its ranks cannot have of their own.
#pragma once

#include <string>

namespace sartor::configurator {

/// Reports functions of an image that mean a process and act on all its ranks, each with what to do instead.
void warn_of_shared_state(const std::string& image_path, const std::string& program);

} // namespace sartor::configurator
