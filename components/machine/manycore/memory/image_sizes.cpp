// Reads the program headers of images and of the libraries that ranks have copies of.
#include "components/machine/manycore/memory/image_sizes.hpp"

#include <cstring>
#include <elf.h>

#include "components/process/image/image.hpp"

namespace sartor::machine::manycore {

namespace {

void add(ImageSizes& sizes, const process::ImageFile& file) noexcept {
    if (file.bytes == nullptr || file.size < sizeof(Elf64_Ehdr)) return;
    Elf64_Ehdr header;
    std::memcpy(&header, file.bytes, sizeof header);
    for (int index = 0; index < header.e_phnum; ++index) {
        Elf64_Phdr segment;
        std::memcpy(&segment, file.bytes + header.e_phoff + static_cast<std::size_t>(index) * sizeof segment,
                    sizeof segment);
        if (segment.p_type != PT_LOAD) continue;
        ((segment.p_flags & PF_W) != 0 ? sizes.writable : sizes.text) +=
            static_cast<std::int64_t>(segment.p_memsz);
    }
}

} // namespace

ImageSizes image_sizes(int rank) noexcept {
    const process::CopiedFiles files = process::copied_files(rank);
    ImageSizes sizes;
    for (int index = 0; index < files.count; ++index) add(sizes, files.first[index].file);
    return sizes;
}

} // namespace sartor::machine::manycore
