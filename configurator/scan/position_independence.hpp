// Finds what prevents an object from being part of an image that can be loaded at any address, and the models
// of its thread-locals.
#pragma once

#include "configurator/elf/elf_file.hpp"
#include "configurator/scan/facts.hpp"

namespace sartor::configurator {

struct PositionDependence {
    std::string relocation; // "R_X86_64_32S"
    std::string symbol;
    std::string location; // ".text+0x1a"
    bool certain = true;  // false: only if the symbol turns out to be in a shared library
};

/// Of a relocatable object, in code and data that programs load.
std::vector<PositionDependence> position_dependences(const ElfFile& object);

/// "FILE: R_X86_64_32S against stdout at .text+0x1a"
std::string text_of(const std::string& unit, const PositionDependence& dependence);

/// Adds to facts.not_independent and facts.thread_local_models.
void see_position(Facts& facts, const ElfFile& object);

} // namespace sartor::configurator
