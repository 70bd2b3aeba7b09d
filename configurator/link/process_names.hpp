// Names of the system's objects that a program makes with the number of its process.
#pragma once

#include "configurator/elf/elf_file.hpp"

#include <string>

namespace sartor::configurator {

/// Reports an image that calls getpid and opens objects of the system by name (shm_open, sem_open...): ranks
/// of one process have the same number, so that names made with it are the same for all of them.
void warn_of_process_names(const ElfFile& image, const std::string& program);

} // namespace sartor::configurator
