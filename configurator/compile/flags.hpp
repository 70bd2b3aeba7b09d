// What the wrappers add to a compiler's command line.
#pragma once

#include "configurator/command_line/compiler_options.hpp"
#include "configurator/support/compiler.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Position-independent code without unique symbols, of which each rank could not have its own.
std::vector<std::string> code_flags(const std::string& compiler);

/// A section for each function and variable: what a program does not reach is left out of its image, and
/// selects no feature. Frames touch each of their pages. These precede the program's own flags, which may
/// override them.
std::vector<std::string> default_flags(InputKind kind);

/// By which the compiler calls a function at each load and store: see
/// runtime/image/parts/loads_and_stores.cpp. Empty for compilers that can't.
std::vector<std::string> flags_for_accesses(const std::string& compiler, InputKind kind);

/// The folders of mpi.h, or of mpif.h and the modules.
std::vector<std::string> include_flags(Language language);

/// Makes the compiler's driver link through sartor.
std::string linker_flag(const std::string& compiler);

/// -fPIC in a form that CMake's FindMPI keeps: it drops -fPIC from a wrapper's reply, but splits words at an
/// escaped semicolon only after it has searched them. For other users this maps a path that does not occur.
std::string flag_for_cmake();

/// The flags as -showme:compile and -showme:link print them: for build systems that call the plain compiler,
/// whichever it is. The library is empty: FindMPI wants one.
std::vector<std::string> shown_compile_flags(Language language);
std::vector<std::string> shown_link_flags(Language language);

} // namespace sartor::configurator
