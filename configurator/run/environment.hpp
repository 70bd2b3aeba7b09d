// The environment in which a program starts: variables, and the processors that it may use.
#pragma once

#include "configurator/run/run.hpp"

#include <string>

namespace sartor::configurator {

/// An empty value: the variable is not there.
void set_variable(const char* name, const std::string& value);

/// Sets all of it; io: the path of the I/O rank's program, or empty.
/// Errors: throws Error with exit code 2 for wrong sizes, processors and folders.
void prepare(const RunOptions& options, const std::string& io);

} // namespace sartor::configurator
