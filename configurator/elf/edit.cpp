// Writes a new section table behind the old file: cheaper than a run of objcopy.
#include "configurator/elf/edit.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/support/error.hpp"

#include <cstring>

namespace sartor::configurator {

namespace {

constexpr std::size_t alignment = 8;

template <typename Part>
Part read_part(Bytes file, std::size_t offset) {
    Part part;
    std::memcpy(&part, file.data() + offset, sizeof part);
    return part;
}

template <typename Part>
void write_part(std::span<std::byte> file, std::size_t offset, const Part& part) {
    std::memcpy(file.data() + offset, &part, sizeof part);
}

void pad(std::vector<std::byte>& file) {
    file.resize((file.size() + alignment - 1) / alignment * alignment);
}

void append(std::vector<std::byte>& file, Bytes bytes) {
    file.insert(file.end(), bytes.begin(), bytes.end());
}

std::vector<Elf64_Shdr> section_table(Bytes file, const Elf64_Ehdr& header) {
    std::vector<Elf64_Shdr> table(header.e_shnum);
    std::memcpy(table.data(), file.data() + header.e_shoff, table.size() * sizeof(Elf64_Shdr));
    return table;
}

Elf64_Shdr added_header(const AddedSection& section, std::size_t name_offset, std::size_t offset) {
    Elf64_Shdr header{};
    header.sh_name = static_cast<Elf64_Word>(name_offset);
    header.sh_type = section.note ? SHT_NOTE : SHT_PROGBITS;
    header.sh_offset = offset;
    header.sh_size = section.contents.size();
    header.sh_addralign = section.note ? 4 : 1;
    return header;
}

} // namespace

std::vector<std::byte> with_sections(Bytes file, const std::string& name,
                                     const std::vector<AddedSection>& sections) {
    const ElfFile checked(file, name);
    auto header = read_part<Elf64_Ehdr>(file, 0);
    if (header.e_shnum == 0 || header.e_shstrndx == SHN_XINDEX ||
        header.e_shnum + sections.size() >= SHN_LORESERVE)
        fail("{}: header: can't add a section: the file has no sections, or too many", name);
    std::vector<Elf64_Shdr> table = section_table(file, header);
    std::string names(as_text(checked.contents(checked.sections().at(header.e_shstrndx))));

    std::vector<std::byte> result(file.begin(), file.end());
    for (const AddedSection& section : sections) {
        pad(result);
        table.push_back(added_header(section, names.size(), result.size()));
        names.append(section.name).push_back('\0');
        append(result, as_bytes(section.contents));
    }
    pad(result);
    table[header.e_shstrndx].sh_offset = result.size();
    table[header.e_shstrndx].sh_size = names.size();
    append(result, as_bytes(names));
    pad(result);
    header.e_shoff = result.size();
    header.e_shnum = static_cast<Elf64_Half>(table.size());
    append(result, std::as_bytes(std::span(table)));
    write_part(result, 0, header);
    return result;
}

void make_unallocated(std::span<std::byte> file, const std::string& name, std::string_view section) {
    const ElfFile checked(file, name);
    const Section* found = checked.find(section);
    if (found == nullptr) return;
    const auto header = read_part<Elf64_Ehdr>(file, 0);
    const std::size_t offset = header.e_shoff + found->index * sizeof(Elf64_Shdr);
    auto section_header = read_part<Elf64_Shdr>(file, offset);
    section_header.sh_flags &= ~static_cast<Elf64_Xword>(SHF_ALLOC | SHF_WRITE);
    write_part(file, offset, section_header);
}

} // namespace sartor::configurator
