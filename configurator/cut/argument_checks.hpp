// The checks of a function's arguments, from the kinds of its parameters.
#pragma once

#include "mpi_api/table/reader/table.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Expressions over `call` that are true when an argument is right, in the order in which they are made:
/// initialized, communicator, then the parameters in their order.
std::vector<std::string> argument_checks(const table::Function& function, bool large);

/// Two classes of calls in a cut: one that has its checks in place, and one whose checks are functions that
/// entries share.
inline constexpr const char* call_in_place = "CallInPlace";
inline constexpr const char* shared_call = "SharedCall";

/// That of a function: in place for messages.
const char* type_of_call(const table::Function& function);

} // namespace sartor::configurator
