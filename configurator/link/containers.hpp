// What a program's ranks are: fibers, or OS threads where it calls functions that need them.
#pragma once

#include "configurator/elf/elf_file.hpp"
#include "configurator/scan/facts.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Functions that an image calls and that are right only if its rank has an OS thread: they stop the thread
/// that calls them until somebody else goes on, or they act on it. Sorted.
std::vector<std::string> functions_for_own_thread(const ElfFile& image);

/// SARTOR_CONTAINER, which --ranks of sartor cc sets; empty: what the program's functions need.
/// Errors: throws Error for another value than fibers or threads.
std::string wanted_container();

/// Of a program, except on emulated machines, where ranks are fibers.
bool ranks_are_threads(const Facts& program);

/// Says what a program's ranks are, and why: "fibers", "OS threads, since the program calls sem_wait".
std::string container_and_reason(const Facts& program, bool emulated);

/// Reports a program whose ranks are not what other programs' are, or not what its functions need.
void report_own_threads(const Facts& facts, const std::string& program, bool emulated);

} // namespace sartor::configurator
