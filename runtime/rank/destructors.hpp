// What the dynamic linker would call at the end of the process (__attribute__((destructor)), _fini): a rank
// calls those of its copies when it ends.
#pragma once

#include "runtime/image/image.hpp"

namespace sartor::process {

// In the file of a copy: so that the dynamic linker does not call them. False: it can't be written.
[[nodiscard]] bool hide_destructors(const ImageFile& file, int descriptor) noexcept;

// The last ones first, as the dynamic linker does (ELF gABI, "Initialization and Termination Functions").
void call_destructors(const LoadedCopy& copy) noexcept;

} // namespace sartor::process
