// Parts of the runtime that only some programs have are found by what their images look for.
#include "configurator/link/runtime_names.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/link/chip_threads.hpp"
#include "configurator/link/own_operators.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

// On an emulated machine memory is the cluster's: the functions of
// emulation/memory/malloc.cpp. The last one is the C library's on this computer.
constexpr std::array allocation = {
    "malloc"sv,   "calloc"sv, "realloc"sv,       "reallocarray"sv,   "free"sv,
    "memalign"sv, "valloc"sv, "aligned_alloc"sv, "posix_memalign"sv, "malloc_usable_size"sv};

// Parts of the runtime that only programs have which look for them: binding threads to processors
// (runtime/rank/affinity.cpp), <sartor/aos.h>, sizes of buffers (sartor cc --checked), and where
// Fortran programs call the layer (interfaces/fortran/).
constexpr std::array binding = {"sched_setaffinity"sv, "sched_getaffinity"sv, "pthread_setaffinity_np"sv,
                                "pthread_getaffinity_np"sv};
constexpr std::string_view one_sided = "sartor_aos";
constexpr std::string_view sizes_of_buffers = "sartor_object";
constexpr std::string_view callers_of_layer = "sartor_called_from";
// Those of runtime/rank/for_parts.hpp begin so.
constexpr std::string_view for_parts = "sartor_rank_";

// On an emulated machine: emulation/memory/mmap.cpp.
constexpr std::array mapping = {"mmap"sv, "mmap64"sv, "munmap"sv, "mremap"sv};

bool is_mapping(std::string_view name) {
    return std::ranges::find(mapping, name) != mapping.end();
}

bool is_on_demand(std::string_view name) {
    return is_mapping(name) || name == one_sided || name == sizes_of_buffers || name == callers_of_layer ||
           name.starts_with(for_parts) || std::ranges::find(binding, name) != binding.end();
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
    if (parts.has_own_libraries()) names.insert(binding.begin(), binding.end());
    parts.each_image([&](const std::string& path, const Facts&) { find_on_demand(path, names); });
    for (const std::string& library : parts.program.shared_libraries) find_on_demand(library, names);
    if (names.contains(std::string(registers_operators)))
        names.insert(allocation_operators.begin(), allocation_operators.end());
    if (!parts.emulated) std::erase_if(names, is_mapping);
    return names;
}

} // namespace

std::vector<std::string> exports_of(const ExecutableParts& parts) {
    std::vector<std::string> names(parts.exports.begin(), parts.exports.end());
    if (parts.emulated) names.insert(names.end(), allocation.begin(), allocation.end());
    if (parts.notes_blocks()) names.insert(names.end(), allocation.begin(), allocation.end() - 1);
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
