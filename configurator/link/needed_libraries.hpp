// The shared libraries that a program needs.
#pragma once

#include "configurator/command_line/linker_arguments.hpp"
#include "configurator/link/trace.hpp"
#include "configurator/scan/facts.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

struct NeededLibrary {
    std::string path;
    std::string name;               // what others need it as
    std::vector<std::size_t> needs; // which of the program's others it needs, by index in their list
    bool misses_some = false;       // it needs others that are nowhere
    bool of_system = false;         // in the system's folders
    bool of_runtime = false; // the C and C++ libraries and what compilers add: what it needs does not count
};

/// Those that the image itself needs, by path, the C library left out.
std::vector<std::string> needed_libraries(const Facts& image, const UsedFiles& used);

/// Those and the ones that they need in turn. Looked for as linkers do in -rpath-link, -rpath,
/// LD_LIBRARY_PATH, what the library says itself (DT_RUNPATH, DT_RPATH), and the system's folders, but not in
/// LD_RUN_PATH and the folders of /etc/ld.so.conf. One that is nowhere there is left out.
std::vector<NeededLibrary> with_their_own(const std::vector<std::string>& libraries,
                                          const LinkerArguments& arguments);

} // namespace sartor::configurator
