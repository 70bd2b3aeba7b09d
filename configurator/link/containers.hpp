// What a program's ranks are: fibers, or OS threads where it calls functions that need them.
#pragma once

#include "configurator/elf/elf_file.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Functions that an image calls and that are right only if its rank has an OS thread: they stop the thread
/// that calls them until somebody else goes on, or they act on it. Sorted.
std::vector<std::string> functions_for_own_thread(const ElfFile& image);
std::vector<std::string> functions_for_own_thread(const std::string& image_path);

/// Whether the ranks of a program are OS threads: SARTOR_CONTAINER, which --ranks of sartor cc sets, says so,
/// or an image calls such a function. Errors: throws Error for another value than fibers or threads.
bool ranks_are_threads(const std::string& image_path);

/// Says so when the program is linked. emulated: ranks are fibers whatever the program calls.
void report_own_threads(const std::string& image_path, const std::string& program, bool emulated);

} // namespace sartor::configurator
