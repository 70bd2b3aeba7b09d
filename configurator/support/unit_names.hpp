// What a temporary object was compiled from, passed from the compiler's wrapper to the linker's.
#pragma once

#include <map>
#include <string>

namespace sartor::configurator {

/// Object -> source. Sets an environment variable that the linker's side reads.
void pass_unit_names(const std::map<std::string, std::string>& sources_by_object);

/// The source of a temporary object; the path itself for other files.
std::string unit_name(const std::string& object);

} // namespace sartor::configurator
