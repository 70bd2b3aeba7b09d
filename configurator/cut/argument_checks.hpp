// The checks of a function's arguments, from the kinds of its parameters.
#pragma once

#include "mpi_api/table/reader/table.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Expressions over `call` that are true when an argument is right, in the order in which they are made:
/// initialized, communicator, then the parameters in their order.
std::vector<std::string> argument_checks(const table::Function& function, bool large);

} // namespace sartor::configurator
