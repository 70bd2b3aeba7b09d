// Finds the MPI constants that a unit names, in its preprocessed text.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace sartor::configurator {

/// The identifiers beginning with MPI_ that are constants, outside of strings, comments and of the lines that
/// come from header_path (mpi.h itself).
/// The text is the output of the compiler's -E with line markers, MPI's constants left as names.
std::set<std::string> constants_named(std::string_view preprocessed, std::string_view header_path,
                                      const std::function<bool(std::string_view)>& is_constant);

} // namespace sartor::configurator
