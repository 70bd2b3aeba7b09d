// Compares dynamic symbol tables.
#include "configurator/link/missing_symbols.hpp"

#include "configurator/elf/elf_file.hpp"

#include <set>

namespace sartor::configurator {

namespace {

void each_symbol(const std::string& path, const std::function<void(const Symbol&)>& visit) {
    const MappedFile bytes(path);
    const ElfFile file(bytes.bytes(), path);
    for (const Section& section : file.sections())
        if (section.header.sh_type == SHT_DYNSYM) file.each_live_symbol(section, visit);
}

} // namespace

std::vector<std::string> missing_symbols(const std::string& object, const std::vector<std::string>& others,
                                         const std::function<bool(std::string_view)>& is_provided) {
    std::set<std::string> missing;
    each_symbol(object, [&](const Symbol& symbol) {
        if (symbol.undefined() && symbol.binding == STB_GLOBAL && !is_provided(symbol.name))
            missing.emplace(symbol.name);
    });
    for (const std::string& other : others)
        each_symbol(other, [&](const Symbol& symbol) {
            if (!symbol.undefined()) missing.erase(std::string(symbol.name));
        });
    return {missing.begin(), missing.end()};
}

} // namespace sartor::configurator
