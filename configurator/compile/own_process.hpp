// Programs whose ranks can't share a process: those that are built with a sanitizer whose runtime must be
// loaded first, and must know every thread's stack.
#pragma once

#include "configurator/command_line/compiler_arguments.hpp"
#include "configurator/compile/unit.hpp"

namespace sartor::configurator {

/// The command line names such a sanitizer: address, leak or thread; of Clang's undefined, too, whose runtime
/// is one of these. Errors: throws Error with exit code 2 for the sanitizer of uninitialized memory, which
/// has to see all of MPI.
bool needs_own_process(const Compiler& compiler, const CompilerArguments& arguments);

/// Becomes the compiler, which compiles and links as for any other program, with libmpi_abi.so.
/// Errors: throws Error with exit code 2 for options that are about the cut, and when there is no such
/// library.
[[noreturn]] void link_for_own_process(const Compiler& compiler, const CompilerArguments& arguments);

} // namespace sartor::configurator
