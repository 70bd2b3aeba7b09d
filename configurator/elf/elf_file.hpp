// One ELF file for x86-64 in memory, read with libelf. All offsets and sizes in it are checked before they
// are used.
#pragma once

#include "configurator/support/file.hpp"

#include <functional>
#include <gelf.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

struct Section {
    std::size_t index = 0;
    std::string name;
    GElf_Shdr header{};

    bool allocated() const noexcept { return (header.sh_flags & SHF_ALLOC) != 0; }
    bool writable() const noexcept { return (header.sh_flags & SHF_WRITE) != 0; }
    bool thread_local_storage() const noexcept { return (header.sh_flags & SHF_TLS) != 0; }
};

struct Symbol {
    std::string_view name;
    std::size_t section = 0; // SHN_UNDEF, SHN_COMMON... or an index
    unsigned type = STT_NOTYPE;
    unsigned binding = STB_LOCAL;
    unsigned visibility = STV_DEFAULT;
    std::uint64_t value = 0;
    std::uint64_t size = 0;

    bool undefined() const noexcept { return section == SHN_UNDEF; }
};

struct Relocation {
    std::uint64_t offset = 0;
    unsigned type = 0;
    std::size_t symbol = 0;
};

/// Whether they begin as an ELF file does.
inline bool is_elf(Bytes bytes) {
    return as_text(bytes).starts_with(ELFMAG);
}

/// Errors: every function throws Error with the file's name, the location in it and what is wrong there.
/// The bytes must outlive the object.
class ElfFile {
  public:
    ElfFile(Bytes bytes, std::string name);

    const std::string& name() const noexcept { return name_; }
    unsigned type() const noexcept { return header_.e_type; } // ET_REL, ET_DYN, ET_EXEC
    const std::vector<Section>& sections() const noexcept { return sections_; }

    /// The first of that name, or null.
    const Section* find(std::string_view section_name) const noexcept;

    /// Empty for sections without bytes in the file.
    Bytes contents(const Section& section) const;

    /// Of a SHT_SYMTAB or SHT_DYNSYM section.
    void each_symbol(const Section& table, const std::function<void(const Symbol&)>& visit) const;
    Symbol symbol(const Section& table, std::size_t index) const;

    /// Of a SHT_DYNSYM section: those that are defined here, or that a relocation refers to. Linkers that
    /// drop unreachable code may leave its symbols in the table.
    void each_live_symbol(const Section& table, const std::function<void(const Symbol&)>& visit) const;

    /// Of a SHT_RELA section.
    void each_relocation(const Section& table, const std::function<void(const Relocation&)>& visit) const;

    /// Of a SHT_DYNAMIC section: tag and value.
    void each_dynamic(const Section& table,
                      const std::function<void(std::int64_t, std::uint64_t)>& visit) const;

    /// The text at that offset of a string table.
    std::string_view text(std::size_t string_table, std::uint64_t offset) const;

    [[noreturn]] void broken(const std::string& location, const std::string& what) const;

  private:
    struct EndElf {
        void operator()(Elf* elf) const noexcept { elf_end(elf); }
    };

    void check_identity() const;
    void check_section(const Section& section) const;
    void read_sections();
    Elf_Data* data(const Section& section) const;
    Symbol read_symbol(Elf_Data* table_data, const Section& table, std::size_t index) const;

    Bytes bytes_;
    std::string name_;
    std::unique_ptr<Elf, EndElf> elf_;
    GElf_Ehdr header_{};
    std::vector<Section> sections_;
};

/// "section 5 (.text)"
std::string location_of(const Section& section);

} // namespace sartor::configurator
