// The program's image: loaded once for each rank, so that its globals are the rank's own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/process/rank.hpp"

namespace sartor::process {

// An image as it lies in the executable, and what is known of it (written by the link step).
struct ImageFile {
    const unsigned char* bytes = nullptr;
    std::size_t size = 0;
    bool has_writable_data = false; // otherwise one copy serves all ranks
    bool starts_threads = false;
};
// The program of a rank. The last rank of an executable with two images runs the second one.
[[nodiscard]] ImageFile image_file(int rank) noexcept;
[[nodiscard]] bool has_second_image() noexcept;
[[nodiscard]] bool images_start_threads() noexcept;
// How many memory mappings each rank's own copy takes at least; 0 when one serves all.
[[nodiscard]] int mappings_of_copies() noexcept;

using MainFunction = int (*)(int, char**, char**);

// Loads the calling rank's copy, constructors included, and returns its main. Ends the run with a message
// when that fails. debug_folder: null, or where each copy is kept as a file that a debugger can read.
[[nodiscard]] MainFunction load_image(Rank& self, const char* debug_folder) noexcept;

// Where a copy lies in memory: the difference of its addresses to those in the file. False before it is
// loaded.
[[nodiscard]] bool image_base(const Rank& rank, std::uintptr_t& base) noexcept;
[[nodiscard]] bool in_image(const Rank& rank, std::uintptr_t address) noexcept;

} // namespace sartor::process
