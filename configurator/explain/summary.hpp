// The first lines of `sartor explain`: for who does not know the components.
#pragma once

#include "configurator/explain/explanation.hpp"

namespace sartor::configurator {

/// Three lines on standard output: what the program's MPI consists of, why, and how large it is.
void print_summary(const std::string& file, const Explanation& explanation);

} // namespace sartor::configurator
