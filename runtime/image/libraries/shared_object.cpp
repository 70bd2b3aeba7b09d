// Headers first, then the tables that they lead to.
#include "runtime/image/libraries/shared_object.hpp"

#include "runtime/architecture/elf.hpp"

namespace sartor::process {

const char* SharedObject::complaint() noexcept {
    if (size_ < sizeof(ElfW(Ehdr)) || std::memcmp(bytes_, ELFMAG, SELFMAG) != 0) return "not an ELF file";
    if (header().e_ident[EI_CLASS] != ELFCLASS64 || header().e_machine != architecture::ElfFiles::machine)
        return "made for another processor";
    if (header().e_type != ET_DYN) return "not a shared library";
    if (header().e_phentsize != sizeof(ElfW(Phdr)) ||
        !has_table<ElfW(Phdr)>(header().e_phoff, header().e_phnum))
        return "its program headers are outside of the file: is it truncated?";
    for (const auto& segment : segments())
        if (segment.p_type == PT_LOAD && !has(segment.p_offset, segment.p_filesz))
            return "a segment is outside of the file: is it truncated?";
    if (!find_dynamic()) return "its dynamic section is broken";
    if (!find_symbols()) return "its section table lists no dynamic symbols: was it removed?";
    return nullptr;
}

bool SharedObject::find_dynamic() noexcept {
    for (const auto& segment : segments()) {
        if (segment.p_type != PT_DYNAMIC ||
            !has_table<ElfW(Dyn)>(segment.p_offset, segment.p_filesz / sizeof(ElfW(Dyn))))
            continue;
        auto* first = reinterpret_cast<ElfW(Dyn)*>(bytes_ + segment.p_offset);
        std::size_t count = 0;
        while (count < segment.p_filesz / sizeof(ElfW(Dyn)) && first[count].d_tag != DT_NULL) ++count;
        dynamic_ = {first, count};
        strings_ = value_of(DT_STRTAB);
        strings_bytes_ = value_of(DT_STRSZ);
        return bytes_at(strings_, strings_bytes_) != nullptr &&
               value_of(DT_VERNEEDNUM) <= size_ / sizeof(ElfW(Verneed));
    }
    return false;
}

bool SharedObject::find_symbols() noexcept {
    const std::size_t count = header().e_shnum;
    if (header().e_shentsize != sizeof(ElfW(Shdr)) || !has_table<ElfW(Shdr)>(header().e_shoff, count))
        return false;
    const std::span sections(reinterpret_cast<ElfW(Shdr)*>(bytes_ + header().e_shoff), count);
    for (const auto& section : sections) {
        const std::size_t symbols = section.sh_size / sizeof(ElfW(Sym));
        if (section.sh_type != SHT_DYNSYM || !has_table<ElfW(Sym)>(section.sh_offset, symbols)) continue;
        symbols_ = {reinterpret_cast<ElfW(Sym)*>(bytes_ + section.sh_offset), symbols};
        return true;
    }
    return false;
}

const char* SharedObject::text(std::uint64_t offset) const noexcept {
    if (offset >= strings_bytes_) return "";
    const char* begin = at<char>(strings_) + offset;
    return std::memchr(begin, '\0', strings_bytes_ - offset) != nullptr ? begin : "";
}

const char* SharedObject::text_of(std::int64_t tag) const noexcept {
    for (const auto& entry : dynamic_)
        if (entry.d_tag == tag) return text(entry.d_un.d_val);
    return nullptr;
}

std::uint64_t SharedObject::value_of(std::int64_t tag) const noexcept {
    for (const auto& entry : dynamic_)
        if (entry.d_tag == tag) return entry.d_un.d_val;
    return 0;
}

unsigned char* SharedObject::bytes_at(std::uint64_t address, std::size_t bytes) const noexcept {
    for (const auto& segment : segments())
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
            address - segment.p_vaddr <= segment.p_filesz &&
            bytes <= segment.p_filesz - (address - segment.p_vaddr))
            return bytes_ + segment.p_offset + (address - segment.p_vaddr);
    return nullptr;
}

} // namespace sartor::process
