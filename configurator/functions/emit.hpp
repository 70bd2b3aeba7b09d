// What the build makes out of the table of functions.
#pragma once

#include "configurator/functions/table.hpp"

#include <string>

namespace sartor::configurator {

/// The rows that the link asks for, as calls of SARTOR_FUNCTION: configurator/functions/functions.hpp.
std::string emit_rows(const FunctionTable& table);

/// The table of docs/programs.md.
std::string emit_states(const FunctionTable& table);
/// In it, the functions for which ranks get threads or processes.
std::string emit_containers(const FunctionTable& table);

/// A page with each function.
std::string emit_page(const FunctionTable& table);

} // namespace sartor::configurator
