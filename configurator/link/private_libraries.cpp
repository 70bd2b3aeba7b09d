// Compares the libraries' symbols with those of the program's parts.
#include "configurator/link/private_libraries.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/functions/functions.hpp"
#include "configurator/link/inputs.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace sartor::configurator {

namespace {

constexpr auto none = static_cast<std::size_t>(-1);

void each_dynamic_symbol(const std::string& path, const std::function<void(const Symbol&)>& visit) {
    const MappedFile bytes(path);
    const ElfFile file(bytes.bytes(), path);
    for (const Section& section : file.sections())
        if (section.header.sh_type == SHT_DYNSYM) file.each_symbol(section, visit);
}

std::string plain_name(const Symbol& symbol) {
    return std::string(symbol.name.substr(0, symbol.name.find('@')));
}

void see_definitions(ProgramSymbols& symbols, const ElfFile& file) {
    for (const Section& section : file.sections()) {
        if (section.name.starts_with(".gnu.lto_")) symbols.complete = false;
        if (section.header.sh_type != SHT_SYMTAB) continue;
        file.each_symbol(section, [&](const Symbol& symbol) {
            if (symbol.binding != STB_LOCAL && !symbol.undefined() && symbol.visibility == STV_DEFAULT)
                symbols.types.emplace(plain_name(symbol), symbol.type);
        });
    }
}

// What one library has in common with the program.
struct Ties {
    std::set<std::string> names;
    std::set<std::string> needed; // of these, functions that the library does not define
    bool binding = false;         // whatever its variables: it must find the program's
    bool replaces_heap = false;
    bool another_mpi = false;
};

Ties ties_of(const std::string& path, const ProgramSymbols& symbols) {
    Ties ties;
    each_dynamic_symbol(path, [&](const Symbol& symbol) {
        if (symbol.binding == STB_LOCAL) return;
        const std::string name = plain_name(symbol);
        if (name == "malloc" && !symbol.undefined()) ties.replaces_heap = true;
        if (name == "PMPI_Init" && !symbol.undefined()) ties.another_mpi = true;
        const auto known = symbols.types.find(name);
        if (known == symbols.types.end()) {
            if (!symbols.complete) ties.names.insert(name);
            return;
        }
        ties.names.insert(name);
        if (symbol.undefined() && known->second == STT_FUNC) ties.needed.insert(name);
        if (symbol.undefined() || symbol.binding == STB_GLOBAL) ties.binding = true;
    });
    return ties;
}

[[noreturn]] void refuse_mpi(const SortedLibraries& libraries, std::size_t index) {
    for (const NeededLibrary& library : libraries.all)
        if (std::ranges::count(library.needs, index) != 0)
            fail("{} is linked with another MPI, {}; build it with sartor cc", library.path,
                 libraries.all[index].path);
    fail("{} is another MPI; leave this library out, since sartor adds its own MPI",
         libraries.all[index].path);
}

// What each compiler's headers make of a name; other names of the C library's own have no part.
bool is_defined_by_parts(const std::string& name) {
    return library_function_exactly(name) != nullptr || name.ends_with("_chk") || name.ends_with("64") ||
           name.starts_with("__isoc");
}

// Functions of the image's parts that a library calls instead of the C library's: those that the table says,
// and what needs an OS thread. Libraries of the system that name such functions seldom call them.
bool is_called_by(const NeededLibrary& library, const LibraryFunction& function) {
    if (function.has(" for-libraries ")) return true;
    if (library.of_system) return false;
    const bool has_part = !function.is_replaced_by(" - ") && !function.is_replaced_by(" chip/");
    return function.has(" for-own-libraries ") || (function.verdict == Verdict::thread && has_part);
}

// Calls visit(name) for each of them.
template <class Visit>
void each_call_of_parts(const NeededLibrary& library, Visit visit) {
    each_dynamic_symbol(library.path, [&](const Symbol& symbol) {
        if (!symbol.undefined()) return;
        const std::string name = plain_name(symbol);
        const LibraryFunction* const function = library_function(name);
        if (function != nullptr && is_defined_by_parts(name) && is_called_by(library, *function)) visit(name);
    });
}

bool calls_parts(const NeededLibrary& library) {
    bool calls = false;
    each_call_of_parts(library, [&](const std::string&) { calls = true; });
    return calls;
}

bool has_variables(const std::string& path) {
    return scan_file(path).writable_bytes != 0;
}

// Until nothing changes: what needs a copied library is copied.
void spread(SortedLibraries& libraries) {
    for (std::size_t before = none; before != libraries.copied.size();) {
        before = libraries.copied.size();
        for (std::size_t index = 0; index < libraries.all.size(); ++index) {
            const NeededLibrary& library = libraries.all[index];
            const bool fixed = library.of_runtime || std::ranges::count(libraries.replace_heap, index) != 0;
            if (!fixed && std::ranges::any_of(library.needs, [&](std::size_t needed) {
                    return libraries.copied.contains(needed);
                }))
                libraries.copied.insert(index);
        }
    }
}

// The names that the dynamic linker finds before the program's.
std::set<std::string> names_of_shared(const SortedLibraries& libraries, const UsedFiles& used) {
    std::set<std::string> names;
    const auto add = [&](const std::string& path) {
        each_dynamic_symbol(path, [&](const Symbol& symbol) {
            if (!symbol.undefined() && symbol.binding != STB_LOCAL) names.insert(plain_name(symbol));
        });
    };
    for (const std::string& path : used.shared_libraries) {
        const auto known = std::ranges::find(libraries.all, path, &NeededLibrary::path);
        const auto index = static_cast<std::size_t>(known - libraries.all.begin());
        if (known == libraries.all.end() || !libraries.copied.contains(index)) add(path);
    }
    return names;
}

std::set<std::string> needed_of_rank(const SortedLibraries& libraries) {
    std::set<std::string> names;
    for (const std::size_t index : libraries.copied)
        each_call_of_parts(libraries.all[index], [&](const std::string& name) { names.insert(name); });
    return names;
}

} // namespace

ProgramSymbols program_symbols(const UsedFiles& used) {
    ProgramSymbols symbols;
    symbols.complete = used.lists_archives;
    each_part(used, [&](Bytes bytes, const std::string& unit) {
        if (Installation::own().is_image_part(unit)) return; // what libraries call of it is the C library's
        if (!is_elf(bytes))
            symbols.complete = false;
        else
            see_definitions(symbols, ElfFile(bytes, unit));
    });
    symbols.types.erase("main");
    return symbols;
}

SortedLibraries sort_libraries(const std::vector<std::string>& direct, const UsedFiles& used,
                               const LinkerArguments& arguments) {
    SortedLibraries sorted{with_their_own(direct, arguments), {}, {}, {}, {}, {}};
    if (std::ranges::all_of(sorted.all, &NeededLibrary::of_runtime)) return sorted;
    const ProgramSymbols symbols = program_symbols(used);
    std::map<std::size_t, Ties> ties;
    for (std::size_t index = 0; index < sorted.all.size(); ++index) {
        const NeededLibrary& library = sorted.all[index];
        if (library.of_runtime) continue;
        Ties& found = ties[index] = ties_of(library.path, symbols);
        if (found.another_mpi) refuse_mpi(sorted, index);
        if (found.replaces_heap)
            sorted.replace_heap.push_back(index);
        else if (found.binding || (!symbols.complete && !library.of_system) || has_variables(library.path) ||
                 (!library.of_system && calls_parts(library)))
            sorted.copied.insert(index);
    }
    spread(sorted);
    sorted.of_rank = needed_of_rank(sorted);
    std::set<std::string> needed;
    for (const std::size_t index : sorted.copied) {
        sorted.common.merge(ties[index].names);
        needed.merge(ties[index].needed);
    }
    if (!needed.empty())
        std::ranges::set_intersection(needed, names_of_shared(sorted, used),
                                      std::inserter(sorted.hidden, sorted.hidden.end()));
    return sorted;
}

std::vector<std::string> loaded_once(const SortedLibraries& libraries,
                                     const std::vector<std::string>& direct) {
    std::set<std::size_t> of_copies;
    for (const std::size_t index : libraries.copied)
        of_copies.insert(libraries.all[index].needs.begin(), libraries.all[index].needs.end());
    std::vector<std::string> paths;
    for (std::size_t index = 0; index < libraries.all.size(); ++index) {
        const NeededLibrary& library = libraries.all[index];
        const bool of_copy = of_copies.contains(index) && (library.of_system || library.of_runtime);
        if (!libraries.copied.contains(index) && (of_copy || std::ranges::count(direct, library.path) != 0))
            paths.push_back(library.path);
    }
    return paths;
}

} // namespace sartor::configurator
