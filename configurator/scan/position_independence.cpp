// Looks at relocations: absolute 32-bit addresses and fixed thread-local offsets exist only in executables.
#include "configurator/scan/position_independence.hpp"

#include "runtime/architecture/elf.hpp"

#include <fmt/format.h>

namespace sartor::configurator {

namespace {

using architecture::ElfFiles;

// A reference that the linker resolves by itself, whatever is around the object.
bool stays_inside(const Symbol& symbol) {
    const bool own = symbol.binding == STB_LOCAL || symbol.visibility != STV_DEFAULT;
    return own || symbol.type == STT_FUNC || (!symbol.undefined() && symbol.section != SHN_COMMON);
}

void each_loaded_relocation(
    const ElfFile& object,
    const std::function<void(const Section&, const Section&, const Relocation&)>& visit) {
    for (const Section& table : object.sections()) {
        if (table.header.sh_type != SHT_RELA || table.header.sh_info >= object.sections().size()) continue;
        const Section& target = object.sections()[table.header.sh_info];
        if (!target.allocated()) continue;
        object.each_relocation(table,
                               [&](const Relocation& relocation) { visit(table, target, relocation); });
    }
}

Symbol symbol_of(const ElfFile& object, const Section& table, const Relocation& relocation) {
    if (table.header.sh_link >= object.sections().size())
        object.broken(location_of(table), "its symbol table does not exist");
    const Section& symbols = object.sections()[table.header.sh_link];
    if (symbols.header.sh_type != SHT_SYMTAB)
        object.broken(location_of(table), "its symbol table is not a symbol table");
    return object.symbol(symbols, relocation.symbol);
}

std::string name_of(const ElfFile& object, const Symbol& symbol) {
    if (symbol.type == STT_SECTION && symbol.section < object.sections().size())
        return object.sections()[symbol.section].name;
    return symbol.name.empty() ? "an unnamed symbol" : std::string(symbol.name);
}

} // namespace

std::vector<PositionDependence> position_dependences(const ElfFile& object) {
    std::vector<PositionDependence> found;
    each_loaded_relocation(
        object, [&](const Section& table, const Section& target, const Relocation& relocation) {
            const char* name = ElfFiles::position_dependent(relocation.type);
            if (name == nullptr) return;
            const Symbol symbol = symbol_of(object, table, relocation);
            const bool certain = !ElfFiles::only_if_external(relocation.type);
            if (!certain && stays_inside(symbol)) return;
            found.push_back({name, name_of(object, symbol),
                             fmt::format("{}+{:#x}", target.name, relocation.offset), certain});
        });
    return found;
}

std::string text_of(const std::string& unit, const PositionDependence& dependence) {
    return fmt::format("{}: {} against {} at {}", unit, dependence.relocation, dependence.symbol,
                       dependence.location);
}

void see_position(Facts& facts, const ElfFile& object) {
    for (const PositionDependence& dependence : position_dependences(object))
        facts.not_independent.push_back(text_of(object.name(), dependence));
    each_loaded_relocation(object, [&](const Section&, const Section&, const Relocation& relocation) {
        if (const char* model = ElfFiles::thread_local_model(relocation.type))
            facts.thread_local_models[model].insert(object.name());
    });
}

} // namespace sartor::configurator
