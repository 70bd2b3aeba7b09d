// The functions and lines of addresses in a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "configurator/backtrace/modules.hpp"

namespace sartor::backtrace {

/// The function's name without arguments; empty when the file does not have it.
std::string function_at(Dwfl_Module* module, std::uintptr_t address);

/// "function+0x12 (file.c:34)", with " in libother.so" where it is not the program itself; and the path of
/// the source file, empty when it is not known.
struct Description {
    std::string text;
    std::string source;
};

/// Functions that were inlined there come first: "inner (file.c:3), inlined".
std::vector<Description> describe(const Modules& modules, Dwfl_Module* module, std::uintptr_t address);

} // namespace sartor::backtrace
