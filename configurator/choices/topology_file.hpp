// A network of a user's own, in a file outside of the source tree: --topology bcast=./star.hpp.
#pragma once

#include <string>

namespace sartor::configurator {

/// Whether the name of a topology is that of a file: with a / or .hpp in it.
bool is_topology_file(const std::string& name);

/// The class that the file must have in sartor::topologies::networks: ./my_star.hpp -> MyStar.
std::string class_of_topology(const std::string& path);

/// The file's text. Errors: throws Error with exit code 2 that names the file and what it lacks.
std::string read_topology_file(const std::string& path);

/// The text as a part of a unit that includes nothing of it, under the file's name for the compiler's
/// messages, and a check that it is a network.
std::string topology_source(const std::string& path, const std::string& text);

} // namespace sartor::configurator
