// The symbols of an image or of a library that ranks have copies of.
#pragma once

#include <cstddef>
#include <elf.h>
#include <link.h>

#include "runtime/image/image.hpp"

namespace sartor::process {

[[nodiscard]] inline const ElfW(Shdr) * find_section(const ImageFile& file, unsigned type) noexcept {
    const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(file.bytes);
    const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(file.bytes + header->e_shoff);
    for (int index = 0; index < header->e_shnum; ++index)
        if (sections[index].sh_type == type) return &sections[index];
    return nullptr;
}

// Calls visit(symbol, name) for each: those that debuggers read, or what is left of them in a stripped file.
template <class Visit>
void for_each_symbol(const ImageFile& file, Visit visit) noexcept {
    const auto* table = find_section(file, SHT_SYMTAB);
    if (table == nullptr) table = find_section(file, SHT_DYNSYM);
    if (table == nullptr) return;
    const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(file.bytes);
    const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(file.bytes + header->e_shoff);
    const auto* names = reinterpret_cast<const char*>(file.bytes + sections[table->sh_link].sh_offset);
    const auto* symbols = reinterpret_cast<const ElfW(Sym)*>(file.bytes + table->sh_offset);
    for (std::size_t index = 0; index < table->sh_size / sizeof(ElfW(Sym)); ++index)
        visit(symbols[index], names + symbols[index].st_name);
}

} // namespace sartor::process
