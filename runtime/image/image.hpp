// The program's image and its libraries: loaded once for each rank, so that their globals are the rank's own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// Which threads a program has besides its main one: none, some that don't call MPI, or any.
enum class Threads : std::uint8_t { none, that_compute, that_call };

// An image as it is in the executable, and what is known of it (written by the link step).
struct ImageFile {
    const unsigned char* bytes = nullptr;
    std::size_t size = 0;
    bool has_writable_data = false; // otherwise one copy serves all ranks
    Threads threads = Threads::none;
    bool has_openmp = false;       // GCC's
    const char* library = nullptr; // its name if it is no program but a library that ranks have copies of
};

class CopyPlan;

// One file that ranks have copies of: a program's image, or a library.
struct CopiedFile {
    ImageFile file;
    const CopyPlan* plan = nullptr; // null: copies are as the file is
    // CopyPlan::finish(): programs without such libraries don't carry it.
    bool (*finish)(const CopyPlan& plan, int descriptor, const char* const* paths) = nullptr;
};

// A rank's: the image first, then its libraries by number.
struct CopiedFiles {
    const CopiedFile* first = nullptr;
    int count = 0;

    [[nodiscard]] int libraries() const noexcept { return count - 1; }
};

// An image as it is in memory; flags: as the link step writes them.
[[nodiscard]] ImageFile image_made_of(const unsigned char* bytes, std::size_t size, unsigned flags) noexcept;

// The last rank of an executable with two images runs the second one.
[[nodiscard]] ImageFile program_image() noexcept;
[[nodiscard]] ImageFile second_image() noexcept;
[[nodiscard]] bool has_second_image() noexcept;
// Makes copied_files() known. Before any rank starts; debug_folder as in load_image().
void open_images(const char* debug_folder) noexcept;
[[nodiscard]] CopiedFiles copied_files(int rank) noexcept;
// Of all images: the most that one has, and whether any has OpenMP.
struct ThreadsOfImages {
    Threads threads = Threads::none;
    bool has_openmp = false;
};
[[nodiscard]] ThreadsOfImages threads_of_images() noexcept;
// Any image wants to execute code on its stack: a nested function (of GNU C, or a Fortran procedure's
// internal one) that is passed as an argument is called by such code.
[[nodiscard]] bool images_have_code_on_stacks() noexcept;
// How many memory mappings each rank's own copy takes at least; 0 when one serves all.
[[nodiscard]] int mappings_of_copies() noexcept;

using MainFunction = int (*)(int, char**, char**);

// Loads the calling rank's copy, constructors included, and returns its main. Ends the run with a message
// when that fails. debug_folder: null, or where each copy is kept as a file that a debugger can read.
[[nodiscard]] MainFunction load_image(Rank& self, const char* debug_folder) noexcept;

// A copy, of the image or of a library, in memory. base: the difference of its addresses to those in the
// file.
struct LoadedCopy {
    ImageFile file;
    std::uintptr_t base = 0;
    int index = 0; // of copied_files(rank)
};
// The copy of the file with this index in copied_files(rank). False when the copies are not loaded yet.
[[nodiscard]] bool loaded_copy(const Rank& rank, int index, LoadedCopy& copy) noexcept;
// The rank's copy that an address is in. False when it is in none, or the copies are not loaded yet.
[[nodiscard]] bool find_copy(const Rank& rank, std::uintptr_t address, LoadedCopy& copy) noexcept;
// Calls what the copies of a rank are to do at its end, those of the image first; once.
void end_copies(const Rank& rank) noexcept;
// For a rank that ends without.
void drop_copies_ends(const Rank& rank) noexcept;
// True while they are being loaded, too.
[[nodiscard]] bool in_image(const Rank& rank, std::uintptr_t address) noexcept;

} // namespace sartor::process
