// The copy of a plug-in finds functions of its rank's program, if the image shows them (-rdynamic): it needs
// the image instead of the C library, which every process has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <span>

namespace sartor::process {

class Plugin {
  public:
    Plugin(unsigned char* bytes, std::size_t size) noexcept : bytes_(bytes), size_(size) {}

    // Variables that the dynamic linker has once for all libraries of a process (inline ones of C++) become
    // the plug-in's own.
    void separate_unique_symbols() noexcept {
        const auto& header = *reinterpret_cast<const ElfW(Ehdr)*>(bytes_);
        if (!is_elf() || header.e_shoff + header.e_shnum * sizeof(ElfW(Shdr)) > size_) return;
        const std::span sections{reinterpret_cast<const ElfW(Shdr)*>(bytes_ + header.e_shoff),
                                 header.e_shnum};
        for (const ElfW(Shdr) & section : sections) {
            if (section.sh_type != SHT_DYNSYM || section.sh_offset + section.sh_size > size_) continue;
            const std::span symbols{reinterpret_cast<ElfW(Sym)*>(bytes_ + section.sh_offset),
                                    section.sh_size / sizeof(ElfW(Sym))};
            for (ElfW(Sym) & symbol : symbols)
                if (ELF64_ST_BIND(symbol.st_info) == STB_GNU_UNIQUE)
                    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, ELF64_ST_TYPE(symbol.st_info));
        }
    }

    // image: its path. Does nothing where the file has no room for another library, or for the path.
    void need(const char* image) noexcept {
        if (!is_elf()) return;
        const auto& header = *reinterpret_cast<const ElfW(Ehdr)*>(bytes_);
        if (header.e_phoff + header.e_phnum * sizeof(ElfW(Phdr)) > size_) return;
        segments_ = {reinterpret_cast<const ElfW(Phdr)*>(bytes_ + header.e_phoff), header.e_phnum};
        ElfW(Dyn)* const entry = find_free_entry();
        const ElfW(Phdr)* const segment = entry != nullptr ? segment_of(strings_) : nullptr;
        const std::size_t length = std::strlen(image) + 1;
        if (segment == nullptr || !has_room_behind(*segment, length)) return;
        std::memcpy(bytes_ + segment->p_offset + segment->p_filesz + 1, image, length);
        entry->d_tag = DT_NEEDED;
        entry->d_un.d_val = segment->p_vaddr + segment->p_filesz + 1 - strings_;
    }

  private:
    unsigned char* bytes_;
    std::size_t size_;
    std::span<const ElfW(Phdr)> segments_;
    std::uint64_t strings_ = 0; // their address in memory

    [[nodiscard]] bool is_elf() const noexcept {
        return size_ >= sizeof(ElfW(Ehdr)) && std::memcmp(bytes_, ELFMAG, SELFMAG) == 0;
    }
    [[nodiscard]] const ElfW(Phdr) * segment_of(std::uint64_t address) const noexcept {
        for (const ElfW(Phdr) & segment : segments_)
            if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
                address - segment.p_vaddr < segment.p_filesz && segment.p_offset <= size_ &&
                segment.p_filesz <= size_ - segment.p_offset)
                return &segment;
        return nullptr;
    }
    // Linkers leave some behind the last one.
    [[nodiscard]] ElfW(Dyn) * find_free_entry() noexcept {
        for (const ElfW(Phdr) & segment : segments_) {
            if (segment.p_type != PT_DYNAMIC || segment_of(segment.p_vaddr) == nullptr) continue;
            const std::span entries{reinterpret_cast<ElfW(Dyn)*>(bytes_ + segment.p_offset),
                                    segment.p_filesz / sizeof(ElfW(Dyn))};
            std::size_t last = 0;
            for (; last < entries.size() && entries[last].d_tag != DT_NULL; ++last)
                if (entries[last].d_tag == DT_STRTAB) strings_ = entries[last].d_un.d_ptr;
            return last + 1 < entries.size() ? &entries[last] : nullptr;
        }
        return nullptr;
    }

    // In its last page, which is mapped whole.
    [[nodiscard]] bool has_room_behind(const ElfW(Phdr) & segment, std::size_t length) const noexcept {
        constexpr std::uint64_t page = 4096;
        const std::uint64_t begin = segment.p_offset + segment.p_filesz;
        const std::uint64_t end = begin + 1 + length;
        if (segment.p_memsz != segment.p_filesz || end > size_ || begin / page != (end - 1) / page)
            return false;
        for (const ElfW(Phdr) & other : segments_)
            if (other.p_type == PT_LOAD && other.p_offset < end && begin < other.p_offset + other.p_filesz)
                return false;
        for (std::uint64_t at = begin; at < end; ++at)
            if (bytes_[at] != 0) return false;
        return true;
    }
};

} // namespace sartor::process
