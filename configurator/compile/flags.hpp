// What the wrappers add to a compiler's command line.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// Position-independent code without unique symbols, of which each rank could not have its own.
std::vector<std::string> code_flags(const std::string& compiler);

/// A section for each function and variable: what a program does not reach is left out of its image, and asks
/// for nothing. Frames that touch each of their pages. Before the program's own flags, which may say
/// otherwise.
std::vector<std::string> default_flags();

/// The folder of mpi.h.
std::string include_flag();

/// Makes the compiler's driver link through sartor.
std::string linker_folder_flag();

/// -fPIC in a form that CMake's FindMPI does not throw away: it drops -fPIC from what a wrapper answers, but
/// splits words at an escaped semicolon after it has looked at them. For other users this maps a path that
/// does not occur.
std::string flag_for_cmake();

/// The flags as -showme:compile and -showme:link print them: for build systems that call the plain compiler,
/// whichever it is. The library is empty: FindMPI wants one.
std::vector<std::string> shown_compile_flags();
std::vector<std::string> shown_link_flags();

} // namespace sartor::configurator
