// Checks the headers first, so that what is read afterwards is inside the file.
#include "configurator/elf/elf_file.hpp"

#include "configurator/support/error.hpp"
#include "runtime/architecture/elf.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <set>

namespace sartor::configurator {

namespace {

std::size_t entries(const Section& section, std::size_t entry_size) {
    return section.header.sh_size / entry_size;
}

const char* processor_name(unsigned machine) {
    switch (machine) {
    case EM_386:
        return "32-bit x86";
    case EM_X86_64:
        return "x86-64";
    case EM_AARCH64:
        return "AArch64";
    case EM_ARM:
        return "ARM";
    case EM_PPC64:
        return "PowerPC";
    case EM_RISCV:
        return "RISC-V";
    default:
        return "another processor";
    }
}

} // namespace

std::string location_of(const Section& section) {
    return fmt::format("section {} ({})", section.index, section.name);
}

ElfFile::ElfFile(Bytes bytes, std::string name) : bytes_(bytes), name_(std::move(name)) {
    check_identity();
    elf_version(EV_CURRENT);
    // libelf takes a mutable pointer but changes nothing when it only reads.
    auto* image = const_cast<char*>(reinterpret_cast<const char*>(bytes_.data()));
    elf_.reset(elf_memory(image, bytes_.size()));
    if (elf_ == nullptr || gelf_getehdr(elf_.get(), &header_) == nullptr) broken("header", elf_errmsg(-1));
    if (header_.e_machine != architecture::ElfFiles::machine)
        broken("header",
               fmt::format("made for {} (machine {}), not for {}", processor_name(header_.e_machine),
                           header_.e_machine, architecture::ElfFiles::name));
    read_sections();
}

void ElfFile::broken(const std::string& location, const std::string& what) const {
    fail("{}: {}: {}", name_, location, what);
}

void ElfFile::check_identity() const {
    if (bytes_.empty()) fail("{}: the file is empty", name_);
    const std::string_view text = as_text(bytes_);
    if (text.substr(0, SELFMAG) != std::string_view(ELFMAG, SELFMAG)) broken("offset 0", "not an ELF file");
    if (bytes_.size() < sizeof(Elf64_Ehdr))
        broken("header", fmt::format("truncated after {} bytes", bytes_.size()));
    if (text[EI_CLASS] != ELFCLASS64) broken("header", "not a 64-bit file");
    if (text[EI_DATA] != ELFDATA2LSB) broken("header", "not little-endian");
}

void ElfFile::read_sections() {
    if (header_.e_shoff == 0) return;
    if (header_.e_shoff > bytes_.size() || header_.e_shentsize != sizeof(Elf64_Shdr))
        broken("header", fmt::format("the section table at offset {:#x} is outside of the file's {} bytes",
                                     header_.e_shoff, bytes_.size()));
    std::size_t count = 0;
    std::size_t names = 0;
    if (elf_getshdrnum(elf_.get(), &count) != 0 || elf_getshdrstrndx(elf_.get(), &names) != 0)
        broken("header", elf_errmsg(-1));
    count = std::max<std::size_t>(count, header_.e_shnum); // libelf says 0 when they do not fit into the file
    if (count == 0) broken("header", "the section table is empty");
    if (count > (bytes_.size() - header_.e_shoff) / sizeof(Elf64_Shdr))
        broken("header", fmt::format("{} sections at offset {:#x} do not fit into the file's {} bytes", count,
                                     header_.e_shoff, bytes_.size()));
    for (std::size_t index = 0; index < count; ++index) {
        Section section{index, "", {}};
        if (gelf_getshdr(elf_getscn(elf_.get(), index), &section.header) == nullptr)
            broken(fmt::format("section {}", index), elf_errmsg(-1));
        sections_.push_back(std::move(section));
    }
    for (Section& section : sections_) check_section(section);
    for (Section& section : sections_)
        if (section.index != 0) section.name = text(names, section.header.sh_name);
}

void ElfFile::check_section(const Section& section) const {
    const GElf_Shdr& header = section.header;
    if (section.index == 0 || header.sh_type == SHT_NOBITS || header.sh_type == SHT_NULL) return;
    if (header.sh_offset > bytes_.size() || header.sh_size > bytes_.size() - header.sh_offset)
        broken(
            fmt::format("section {}", section.index),
            fmt::format("its {} bytes at offset {:#x} are outside of the file's {} bytes: is it truncated?",
                        header.sh_size, header.sh_offset, bytes_.size()));
}

const Section* ElfFile::find(std::string_view section_name) const noexcept {
    for (const Section& section : sections_)
        if (section.name == section_name) return &section;
    return nullptr;
}

Bytes ElfFile::contents(const Section& section) const {
    if (section.header.sh_type == SHT_NOBITS || section.header.sh_type == SHT_NULL) return {};
    return bytes_.subspan(section.header.sh_offset, section.header.sh_size);
}

std::string_view ElfFile::text(std::size_t string_table, std::uint64_t offset) const {
    if (string_table >= sections_.size() || sections_[string_table].header.sh_type != SHT_STRTAB)
        broken(fmt::format("section {}", string_table),
               "used as a string table, but it is not a string table");
    const std::string_view texts = as_text(contents(sections_[string_table]));
    const std::size_t end = offset < texts.size() ? texts.find('\0', offset) : std::string_view::npos;
    if (end == std::string_view::npos)
        broken(fmt::format("section {}", string_table),
               fmt::format("no string ends after offset {:#x}", offset));
    return texts.substr(offset, end - offset);
}

Elf_Data* ElfFile::data(const Section& section) const {
    Elf_Data* found = elf_getdata(elf_getscn(elf_.get(), section.index), nullptr);
    if (found == nullptr) broken(location_of(section), elf_errmsg(-1));
    return found;
}

Symbol ElfFile::read_symbol(Elf_Data* table_data, const Section& table, std::size_t index) const {
    GElf_Sym raw;
    if (gelf_getsym(table_data, static_cast<int>(index), &raw) == nullptr)
        broken(location_of(table), fmt::format("there is no symbol {}", index));
    Symbol symbol;
    symbol.name = text(table.header.sh_link, raw.st_name);
    symbol.section = raw.st_shndx;
    symbol.type = GELF_ST_TYPE(raw.st_info);
    symbol.binding = GELF_ST_BIND(raw.st_info);
    symbol.visibility = GELF_ST_VISIBILITY(raw.st_other);
    symbol.value = raw.st_value;
    symbol.size = raw.st_size;
    const bool names_section = symbol.section != SHN_UNDEF && symbol.section < SHN_LORESERVE;
    if (names_section && symbol.section >= sections_.size())
        broken(location_of(table),
               fmt::format("symbol {} is in section {}, which does not exist", index, symbol.section));
    return symbol;
}

void ElfFile::each_symbol(const Section& table, const std::function<void(const Symbol&)>& visit) const {
    Elf_Data* table_data = data(table);
    for (std::size_t index = 1; index < entries(table, sizeof(Elf64_Sym)); ++index)
        visit(read_symbol(table_data, table, index));
}

void ElfFile::each_live_symbol(const Section& table, const std::function<void(const Symbol&)>& visit) const {
    std::set<std::size_t> referred;
    for (const Section& section : sections_)
        if (section.header.sh_type == SHT_RELA && section.header.sh_link == table.index)
            each_relocation(section,
                            [&](const Relocation& relocation) { referred.insert(relocation.symbol); });
    std::size_t index = 1;
    each_symbol(table, [&](const Symbol& symbol) {
        if (!symbol.undefined() || referred.contains(index)) visit(symbol);
        ++index;
    });
}

Symbol ElfFile::symbol(const Section& table, std::size_t index) const {
    return read_symbol(data(table), table, index);
}

void ElfFile::each_relocation(const Section& table,
                              const std::function<void(const Relocation&)>& visit) const {
    Elf_Data* table_data = data(table);
    for (std::size_t index = 0; index < entries(table, sizeof(Elf64_Rela)); ++index) {
        GElf_Rela raw;
        if (gelf_getrela(table_data, static_cast<int>(index), &raw) == nullptr)
            broken(location_of(table), elf_errmsg(-1));
        visit({raw.r_offset, static_cast<unsigned>(GELF_R_TYPE(raw.r_info)), GELF_R_SYM(raw.r_info)});
    }
}

void ElfFile::each_dynamic(const Section& table,
                           const std::function<void(std::int64_t, std::uint64_t)>& visit) const {
    Elf_Data* table_data = data(table);
    for (std::size_t index = 0; index < entries(table, sizeof(Elf64_Dyn)); ++index) {
        GElf_Dyn raw;
        if (gelf_getdyn(table_data, static_cast<int>(index), &raw) == nullptr)
            broken(location_of(table), elf_errmsg(-1));
        if (raw.d_tag == DT_NULL) return;
        visit(raw.d_tag, raw.d_un.d_val);
    }
}

} // namespace sartor::configurator
