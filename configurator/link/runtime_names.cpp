// Parts of the runtime that only some programs have are found by what their images look for.
#include "configurator/link/runtime_names.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/functions/functions.hpp"
#include "configurator/link/chip_threads.hpp"
#include "configurator/link/own_operators.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/words.hpp"

#include <algorithm>
#include <iterator>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

// What replaces functions of the C library, by the table of functions.
constexpr std::string_view always_there = " runtime ";                 // runtime/rank/libc.cpp
constexpr std::string_view copied = " runtime/copied ";                // its streams
constexpr std::string_view on_demand = " runtime/on-demand ";          // binding threads to processors
constexpr std::string_view of_mapping = " chip/mmap ";                 // emulation/memory/mmap.cpp
constexpr std::string_view of_heap = " chip/heap ";                    // emulation/memory/malloc.cpp
constexpr std::string_view of_program_heap = " chip/heap_of_program "; // on this computer the C library's

bool is_replaced_by(std::string_view name, std::string_view part) {
    const LibraryFunction* const function = library_function_exactly(name);
    return function != nullptr && function->is_replaced_by(part);
}

template <class Names>
void add_replaced_by(std::string_view part, Names& names) {
    for (const LibraryFunction& function : library_functions())
        if (function.is_replaced_by(part)) names.insert(names.end(), std::string(function.symbol));
}

// Parts of the runtime that only programs have which look for them: <sartor/aos.h>, sizes of buffers
// (sartor cc --checked), and where Fortran programs call the layer (interfaces/fortran/).
constexpr std::string_view one_sided = "sartor_aos";
constexpr std::string_view sizes_of_buffers = "sartor_object";
constexpr std::string_view callers_of_layer = "sartor_called_from";
// Those of runtime/rank/for_parts.hpp begin so.
constexpr std::string_view for_parts = "sartor_rank_";

bool is_mapping(std::string_view name) {
    return is_replaced_by(name, of_mapping);
}

bool is_on_demand(std::string_view name) {
    return is_mapping(name) || name == one_sided || name == sizes_of_buffers || name == callers_of_layer ||
           name.starts_with(for_parts) || is_replaced_by(name, on_demand);
}

void find_on_demand(const std::string& path, std::set<std::string>& names) {
    const MappedFile file(path);
    const ElfFile elf(file.bytes(), path);
    for (const Section& section : elf.sections())
        if (section.header.sh_type == SHT_DYNSYM)
            elf.each_symbol(section, [&](const Symbol& symbol) {
                if (symbol.undefined() && is_on_demand(symbol.name)) names.emplace(symbol.name);
            });
}

// What the C++ library is to call of the program: see own_allocation.cpp.
constexpr std::string_view registers_operators = "sartor_rank_own_operators";

std::set<std::string> wanted_on_demand(const ExecutableParts& parts) {
    std::set<std::string> names;
    // Libraries that ranks have copies of are found when the program starts: they may bind threads.
    if (parts.has_own_libraries()) add_replaced_by(on_demand, names);
    parts.each_image([&](const std::string& path, const Facts&) { find_on_demand(path, names); });
    for (const std::string& library : parts.program.shared_libraries) find_on_demand(library, names);
    if (names.contains(std::string(registers_operators)))
        names.insert(allocation_operators.begin(), allocation_operators.end());
    if (!parts.emulated) std::erase_if(names, is_mapping);
    return names;
}

} // namespace

std::set<std::string> exports_of_all() {
    std::set<std::string> names = words_of(read_text(Installation::own().library("exports.txt")));
    add_replaced_by(always_there, names);
    add_replaced_by(copied, names);
    return names;
}

std::vector<std::string> exports_of(const ExecutableParts& parts) {
    std::vector<std::string> names(parts.exports.begin(), parts.exports.end());
    if (parts.emulated || parts.notes_blocks()) add_replaced_by(of_heap, names);
    if (parts.emulated) add_replaced_by(of_program_heap, names);
    for (const std::string& name : wanted_on_demand(parts)) names.push_back(name);
    std::ranges::copy(openmp_functions(parts), std::back_inserter(names));
    return names;
}

bool is_part_of_runtime(std::string_view name, const std::set<std::string>& exports) {
    return exports.contains(std::string(name)) || name == one_sided || name == sizes_of_buffers ||
           name == callers_of_layer || name.starts_with(for_parts);
}

void refuse_one_sided(const std::string& image, const TargetMachine& target) {
    if (target.is_host() || target.is_emulated()) return;
    std::set<std::string> names;
    find_on_demand(image, names);
    if (names.contains(std::string(one_sided)))
        fail("{}: <sartor/aos.h> needs ranks that share memory, or an emulated chip; run the program on the "
             "host, or choose a chip with --machine",
             target.name);
}

} // namespace sartor::configurator
