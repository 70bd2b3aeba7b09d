// The segments of an image as the loader maps them.
#pragma once

#include <link.h>
#include <span>

#include "runtime/image/image.hpp"

namespace sartor::process {

// Of an entry of the dynamic section that a copy's must not be: means nothing to the dynamic linker.
inline constexpr ElfW(Sxword) ignored_tag = DT_LOOS;

[[nodiscard]] inline std::span<const ElfW(Phdr)> segments_of(const ImageFile& file) noexcept {
    const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(file.bytes);
    return {reinterpret_cast<const ElfW(Phdr)*>(file.bytes + header->e_phoff), header->e_phnum};
}

} // namespace sartor::process
