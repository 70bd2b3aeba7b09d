// What copies of an image only read is in memory once: their code, constants and tables.
#pragma once

#include <cstdint>

#include "runtime/image/image.hpp"

namespace sartor::process {

// After the copy of `file` in the in-memory file `descriptor` was loaded at `base`. The first copy of an
// image lends its pages to the others, which map them instead of their own and give those back to the system,
// as far as it lets them. Takes the descriptor: closed, or kept for what is to come. Caches then know the
// code of all ranks as one. Returns a descriptor of the whole file that stays open. Under a debugger each
// copy keeps its own: a breakpoint must not lose its place.
int share_text(const ImageFile& file, int descriptor, std::uintptr_t base) noexcept;

// Out of the way of the program's own descriptors, which begin at the lowest numbers.
[[nodiscard]] int moved_up(int descriptor) noexcept;

} // namespace sartor::process
