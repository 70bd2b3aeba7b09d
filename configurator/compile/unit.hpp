// Compiles one source and attaches the note with the constants that it names.
#pragma once

#include "configurator/command_line/compiler_arguments.hpp"
#include "configurator/support/compiler.hpp"

#include <string>

namespace sartor::configurator {

struct Compiler {
    std::string program;
    std::vector<std::string> code_flags;
    Language language;
};

/// Returns the compiler's exit code. The second pass, over the preprocessed text, runs concurrently with the
/// first.
int compile_unit(const Compiler& compiler, const CompilerArguments& arguments, const CompilerInput& input,
                 const std::string& object);

/// The command without the note, for -show.
std::vector<std::string> unit_command(const Compiler& compiler, const CompilerArguments& arguments,
                                      const CompilerInput& input, const std::string& object);

} // namespace sartor::configurator
