// Programs found by name.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sartor::configurator {

/// The first executable file of that name in these folders (separated by colons) that is not this program
/// under another name. A name with a slash stands for itself.
std::optional<std::filesystem::path> find_program(const std::string& name, const std::string& folders);

/// The same in $PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

/// A linker or its kin: the one that the compiler which runs us would take, before those in $PATH. The
/// compiler may be one for another architecture than this computer's.
std::optional<std::filesystem::path> find_tool_of_compiler(const std::string& name);

} // namespace sartor::configurator
