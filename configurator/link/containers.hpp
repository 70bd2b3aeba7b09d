// What a program's ranks are: fibers; OS threads or processes where it calls functions that need them
// (runtime/image/functions/).
#pragma once

#include "configurator/elf/elf_file.hpp"
#include "configurator/scan/facts.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Fills for_threads and for_processes with what an image and its libraries call; where, by process_calls.
/// Such a function stops the thread that calls it until somebody else goes on, or it acts on the thread or
/// the process. of_libraries: as process_calls, of the libraries that are the program's own.
void find_calls_for_containers(const ElfFile& image, const Seen& of_libraries, Facts& program);

/// Errors: throws Error for another value of --ranks than fibers, threads or processes; empty is none.
void check_container(const std::string& wanted);

/// SARTOR_CONTAINER, which --ranks of sartor cc sets; empty: what the program's functions need.
/// Errors: as check_container().
std::string wanted_container();

/// "fibers", "threads" or "processes": of a program, except on emulated machines, where ranks are fibers.
std::string container_of(const Facts& program);

/// Whether the ranks that a process of the program has need OS threads.
bool ranks_are_threads(const Facts& program);

/// Says what a program's ranks are, and why: "fibers", "OS threads: main.c calls sem_wait".
std::string container_and_reason(const Facts& program, bool emulated);

/// Functions that the program calls and that mean a process, but act on the rank: sorted.
std::vector<std::string> functions_of_ranks(const Facts& program);

/// Reports a program whose ranks are not what other programs' are, or not what its functions need.
void report_container(const Facts& facts, const std::string& program, bool emulated);

} // namespace sartor::configurator
