// The image itself does not show them: where they are inlined, nothing refers to them.
#include "configurator/link/own_operators.hpp"

#include "configurator/elf/archive.hpp"
#include "configurator/elf/elf_file.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>

namespace sartor::configurator {

namespace {

void find_operators(Bytes bytes, const std::string& unit, std::set<std::string>& found) {
    if (!is_elf(bytes)) return;
    const ElfFile file(bytes, unit);
    for (const Section& section : file.sections())
        if (section.header.sh_type == SHT_SYMTAB)
            file.each_symbol(section, [&](const Symbol& symbol) {
                const bool is_global = !symbol.undefined() && symbol.binding != STB_LOCAL;
                if (is_global &&
                    std::ranges::find(allocation_operators, symbol.name) != allocation_operators.end())
                    found.emplace(symbol.name);
            });
}

} // namespace

std::set<std::string> own_operators(const UsedFiles& used) {
    std::set<std::string> found;
    for (const std::string& path : used.objects) find_operators(MappedFile(path).bytes(), path, found);
    for (const auto& archive : used.members) {
        const auto& path = archive.first;
        const auto& members = archive.second;
        if (Installation::own().is_image_part(path)) continue;
        const MappedFile file(path);
        each_member(file.bytes(), path, [&](const ArchiveMember& member) {
            if (members.contains(member.name)) find_operators(member.bytes, path, found);
        });
    }
    return found;
}

} // namespace sartor::configurator
