// Where the dynamic linker finds a shared library.
#pragma once

#include <cstddef>

namespace sartor::process {

// Who needs a library: its folder ($ORIGIN), and where it says that its libraries are (DT_RPATH, DT_RUNPATH;
// null for nothing).
struct Seeker {
    const char* folder = "";
    const char* rpath = nullptr;
    const char* runpath = nullptr;
};

// Writes the path of the library that `by` means with the name (a DT_NEEDED entry), and returns true if there
// is one for this processor. In the dynamic linker's order: DT_RPATH of the seeker and of the program unless
// the seeker has DT_RUNPATH, LD_LIBRARY_PATH, DT_RUNPATH, the system's cache, the default folders. Folders
// for processors of a kind (glibc-hwcaps) are not looked into.
[[nodiscard]] bool find_library(const char* name, const Seeker& by, const Seeker& program, char* path,
                                std::size_t bytes) noexcept;

} // namespace sartor::process
