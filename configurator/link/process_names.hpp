// Paths of /proc that a program makes with the number of its process.
#pragma once

#include "configurator/elf/elf_file.hpp"

#include <string>

namespace sartor::configurator {

/// Reports an image that reads /proc/self/maps, whose names of its code open no files, and one that calls
/// getpid and has texts like "/proc/%d": ranks of one process have numbers of their own
/// (runtime/image/parts/process_numbers.cpp), which the system does not know.
void warn_of_process_paths(const ElfFile& image, const std::string& program);

} // namespace sartor::configurator
