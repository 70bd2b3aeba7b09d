// Writable sections by their flags, variables by their symbols.
#include "configurator/scan/writable_data.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace sartor::configurator {

namespace {

// Written by the loader only, before the program runs.
constexpr std::array<std::string_view, 13> loader_sections = {
    ".dynamic", ".got",   ".got.plt", ".data.rel.ro",    ".init_array",    ".fini_array", ".preinit_array",
    ".ctors",   ".dtors", ".jcr",     ".tm_clone_table", ".relro_padding", ".eh_frame"};

// Variables of the compiler's start files, and a mark. Their sections are at most this large when nothing
// else is in them.
constexpr std::array<std::string_view, 7> start_file_symbols = {
    "__dso_handle", "completed.0", "completed.1", "__TMC_END__", "_edata", "__bss_start", "__gnu_lto_slim"};
constexpr std::uint64_t start_file_bytes = 8;

bool of_loader(std::string_view name) {
    return std::ranges::any_of(loader_sections, [&](std::string_view known) {
        return name == known || (name.starts_with(known) && name[known.size()] == '.');
    });
}

bool holds_variables(const Section& section) {
    return section.allocated() && section.writable() && section.header.sh_size != 0 &&
           !of_loader(section.name);
}

bool of_start_files(std::string_view name) {
    return std::ranges::find(start_file_symbols, name) != start_file_symbols.end();
}

class Search {
  public:
    Search(Facts& facts, const ElfFile& file) : facts_(facts), file_(file) {}

    void run() {
        if (const Section* table = symbol_table())
            file_.each_symbol(*table, [&](const Symbol& symbol) { see(symbol); });
        for (const Section& section : file_.sections())
            if (holds_variables(section) && !only_start_files(section))
                facts_.writable_bytes += section.header.sh_size;
    }

  private:
    const Section* symbol_table() const {
        const Section* dynamic = nullptr;
        for (const Section& section : file_.sections()) {
            if (section.header.sh_type == SHT_SYMTAB) return &section;
            if (section.header.sh_type == SHT_DYNSYM) dynamic = &section;
        }
        return dynamic;
    }

    void see(const Symbol& symbol) {
        if (of_start_files(symbol.name)) return;
        if (symbol.section == SHN_COMMON && file_.type() == ET_REL) return add(symbol, "COMMON");
        if (symbol.section == SHN_UNDEF || symbol.section >= file_.sections().size()) return;
        const Section& section = file_.sections()[symbol.section];
        if (!holds_variables(section) || symbol.name.empty()) return;
        if (symbol.type == STT_SECTION || symbol.type == STT_FILE) return;
        if (symbol.name.starts_with("DW.ref.")) {
            references_[section.index] += symbol.size;
            return;
        }
        others_.insert(section.index);
        if (symbol.size != 0) add(symbol, section.name);
    }

    void add(const Symbol& symbol, const std::string& section) {
        facts_.globals.push_back(
            {std::string(symbol.name), section, symbol.size, symbol.type == STT_TLS, facts_.name});
        if (section == "COMMON") facts_.writable_bytes += symbol.size;
    }

    bool only_start_files(const Section& section) const {
        const auto references = references_.find(section.index);
        const std::uint64_t known = references == references_.end() ? 0 : references->second;
        return file_.type() != ET_REL && section.header.sh_size <= start_file_bytes + known &&
               !others_.contains(section.index) && (section.name == ".data" || section.name == ".bss");
    }

    Facts& facts_;
    const ElfFile& file_;
    std::set<std::size_t> others_;                    // sections with variables of the program
    std::map<std::size_t, std::uint64_t> references_; // bytes of DW.ref. pointers, which exceptions need
};

} // namespace

void see_writable_data(Facts& facts, const ElfFile& file) {
    Search(facts, file).run();
}

} // namespace sartor::configurator
