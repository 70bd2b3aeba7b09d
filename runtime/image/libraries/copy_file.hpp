// The files that the dynamic linker loads a rank's copies from.
#pragma once

#include "runtime/image/image.hpp"
#include "runtime/rank/rank.hpp"

namespace sartor::process {

// In memory, or in a folder for debuggers.
struct CopyFile {
    int descriptor = -1; // -1: it needs none
    const char* path = nullptr;
};

// One for each of the files, with paths that no other copy in this process has. Ends the run with a message
// when that fails. debug_folder: as in load_image().
[[nodiscard]] CopyFile* write_copies(const Rank& rank, CopiedFiles files, const char* debug_folder) noexcept;

// descriptors stay open.
void free_copies(CopyFile* copies, CopiedFiles files) noexcept;

} // namespace sartor::process
