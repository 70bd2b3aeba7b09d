// Finds the variables that a program can write to, which each rank needs for itself.
#pragma once

#include "configurator/elf/elf_file.hpp"
#include "configurator/scan/facts.hpp"

namespace sartor::configurator {

/// Adds to facts.globals and facts.writable_bytes. What every shared object has of its own (the loader's
/// tables, the compiler's start files) does not count.
void see_writable_data(Facts& facts, const ElfFile& file);

} // namespace sartor::configurator
