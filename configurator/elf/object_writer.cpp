// Lays an object out as: header, the given sections, symbols, their names, sections' names, section table.
#include "configurator/elf/object_writer.hpp"

#include "runtime/architecture/elf.hpp"

#include <cstring>
#include <elf.h>

namespace sartor::configurator {

namespace {

class Writer {
  public:
    std::size_t section(const std::string& name, Bytes bytes, Elf64_Shdr header) {
        align(header.sh_addralign);
        header.sh_name = static_cast<Elf64_Word>(names_.size());
        names_.append(name).push_back('\0');
        header.sh_offset = file_.size();
        header.sh_size = bytes.size();
        file_.insert(file_.end(), bytes.begin(), bytes.end());
        table_.push_back(header);
        return table_.size() - 1;
    }

    std::vector<std::byte> finish() {
        Elf64_Shdr header{};
        header.sh_type = SHT_STRTAB;
        header.sh_addralign = 1;
        const std::size_t names_index = section_names(header);
        align(8);
        Elf64_Ehdr start{};
        std::memcpy(start.e_ident, ELFMAG, SELFMAG);
        start.e_ident[EI_CLASS] = ELFCLASS64;
        start.e_ident[EI_DATA] = ELFDATA2LSB;
        start.e_ident[EI_VERSION] = EV_CURRENT;
        start.e_type = ET_REL;
        start.e_machine = architecture::ElfFiles::machine;
        start.e_version = EV_CURRENT;
        start.e_ehsize = sizeof start;
        start.e_shentsize = sizeof(Elf64_Shdr);
        start.e_shoff = file_.size();
        start.e_shnum = static_cast<Elf64_Half>(table_.size());
        start.e_shstrndx = static_cast<Elf64_Half>(names_index);
        const Bytes table = std::as_bytes(std::span(table_));
        file_.insert(file_.end(), table.begin(), table.end());
        std::memcpy(file_.data(), &start, sizeof start);
        return std::move(file_);
    }

  private:
    std::size_t section_names(Elf64_Shdr header) {
        header.sh_name = static_cast<Elf64_Word>(names_.size());
        names_.append(".shstrtab").push_back('\0');
        header.sh_offset = file_.size();
        header.sh_size = names_.size();
        const Bytes bytes = as_bytes(names_);
        file_.insert(file_.end(), bytes.begin(), bytes.end());
        table_.push_back(header);
        return table_.size() - 1;
    }

    void align(std::size_t alignment) {
        file_.resize((file_.size() + alignment - 1) / alignment * alignment);
    }

    std::vector<std::byte> file_ = std::vector<std::byte>(sizeof(Elf64_Ehdr));
    std::vector<Elf64_Shdr> table_ = std::vector<Elf64_Shdr>(1);
    std::string names_ = std::string(1, '\0');
};

Elf64_Shdr header_of(const ObjectSection& section) {
    Elf64_Shdr header{};
    header.sh_type = SHT_PROGBITS;
    header.sh_flags = section.allocated ? SHF_ALLOC : 0;
    header.sh_addralign = section.alignment;
    return header;
}

void write_symbols(Writer& writer, const std::vector<ObjectSymbol>& symbols, std::size_t first_section) {
    std::string names(1, '\0');
    std::vector<Elf64_Sym> table(1);
    for (const ObjectSymbol& symbol : symbols) {
        Elf64_Sym entry{};
        entry.st_name = static_cast<Elf64_Word>(names.size());
        entry.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
        entry.st_other = STV_HIDDEN;
        entry.st_shndx = static_cast<Elf64_Half>(first_section + symbol.section);
        entry.st_value = symbol.offset;
        entry.st_size = symbol.size;
        table.push_back(entry);
        names.append(symbol.name).push_back('\0');
    }
    Elf64_Shdr header{};
    header.sh_type = SHT_STRTAB;
    header.sh_addralign = 1;
    const std::size_t names_index = writer.section(".strtab", as_bytes(names), header);
    header.sh_type = SHT_SYMTAB;
    header.sh_addralign = 8;
    header.sh_entsize = sizeof(Elf64_Sym);
    header.sh_link = static_cast<Elf64_Word>(names_index);
    header.sh_info = 1; // the first that is not local
    writer.section(".symtab", std::as_bytes(std::span(table)), header);
}

} // namespace

std::vector<std::byte> make_object(const std::vector<ObjectSection>& sections,
                                   const std::vector<ObjectSymbol>& symbols) {
    Writer writer;
    for (const ObjectSection& section : sections)
        writer.section(section.name, section.bytes, header_of(section));
    write_symbols(writer, symbols, 1);
    Elf64_Shdr stack{};
    stack.sh_type = SHT_PROGBITS;
    stack.sh_addralign = 1;
    writer.section(".note.GNU-stack", {}, stack);
    return writer.finish();
}

} // namespace sartor::configurator
