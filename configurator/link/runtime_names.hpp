// Names that the program's image and shared libraries look for in the executable.
#pragma once

#include "configurator/link/executable.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// Those that the process runtime defines in every executable: its own ones (runtime/exports.txt), and
/// functions of the C library.
std::set<std::string> exports_of_all();

/// Those that the process runtime defines in this executable.
std::vector<std::string> exports_of(const ExecutableParts& parts);

/// exports: those of all executables. Whether an executable supplies a symbol that its image looks for.
bool is_part_of_runtime(std::string_view name, const std::set<std::string>& exports);

/// Errors: throws Error when the image calls <sartor/aos.h> and the machine has address spaces that share
/// nothing.
void refuse_one_sided(const std::string& image, const TargetMachine& target);

} // namespace sartor::configurator
