// The shared libraries that a program needs.
#pragma once

#include "configurator/command_line/linker_arguments.hpp"
#include "configurator/link/trace.hpp"
#include "configurator/scan/facts.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Those that the image itself needs, by path, the C library left out.
std::vector<std::string> needed_libraries(const Facts& image, const UsedFiles& used);

/// Those and the ones that they need in turn, without the system's. Looked for as linkers do in -rpath-link,
/// -rpath, LD_LIBRARY_PATH and what the library says itself (DT_RUNPATH, DT_RPATH), but not in LD_RUN_PATH
/// and the folders of /etc/ld.so.conf. One that is nowhere there is left out.
std::vector<std::string> with_their_own(const std::vector<std::string>& libraries,
                                        const LinkerArguments& arguments);

} // namespace sartor::configurator
