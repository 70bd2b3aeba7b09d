// Reads the section of sizes of the executable, and the program headers of images and of the libraries that
// ranks have copies of.
#include "emulation/memory/image_sizes.hpp"

#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/image/image.hpp"

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

namespace {

// The executable's file, mapped for reading.
class Executable {
  public:
    Executable() noexcept {
        const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
        struct stat status {};
        if (file < 0) return;
        if (fstat(file, &status) == 0) size_ = static_cast<std::size_t>(status.st_size);
        void* mapped = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
        close(file);
        if (mapped != MAP_FAILED) bytes_ = static_cast<const char*>(mapped);
    }
    Executable(const Executable&) = delete;
    Executable& operator=(const Executable&) = delete;
    ~Executable() {
        if (bytes_ != nullptr) munmap(const_cast<char*>(bytes_), size_);
    }

    // A section's contents, and its size; null without one.
    [[nodiscard]] const char* find(const char* name, std::size_t& bytes) const noexcept {
        if (bytes_ == nullptr || size_ < sizeof(Elf64_Ehdr)) return nullptr;
        const auto header = read<Elf64_Ehdr>(0);
        const auto section = [&](int index) {
            return read<Elf64_Shdr>(header.e_shoff + static_cast<std::size_t>(index) * sizeof(Elf64_Shdr));
        };
        const char* names = bytes_ + section(header.e_shstrndx).sh_offset;
        for (int index = 1; index < header.e_shnum; ++index) {
            const Elf64_Shdr one = section(index);
            if (std::strcmp(names + one.sh_name, name) != 0) continue;
            bytes = one.sh_size;
            return bytes_ + one.sh_offset;
        }
        return nullptr;
    }

  private:
    template <class Part>
    [[nodiscard]] Part read(std::size_t offset) const noexcept {
        Part part;
        std::memcpy(&part, bytes_ + offset, sizeof part);
        return part;
    }

    const char* bytes_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace

std::int64_t library_size() noexcept {
    const Executable executable;
    std::size_t bytes = 0;
    const char* sizes = executable.find(".sartor.sizes", bytes);
    constexpr char key[] = "\"mpi\":";
    const void* found = sizes == nullptr ? nullptr : memmem(sizes, bytes, key, sizeof key - 1);
    if (found == nullptr) return 0;
    std::int64_t size = 0;
    for (const char* digit = static_cast<const char*>(found) + sizeof key - 1;
         digit < sizes + bytes && *digit >= '0' && *digit <= '9'; ++digit)
        size = 10 * size + (*digit - '0');
    return size;
}

} // namespace sartor::machine::manycore
