// Compares what images and libraries look for with what the library of emulated machines defines.
#include "configurator/link/chip_threads.hpp"

#include "configurator/elf/archive.hpp"
#include "configurator/elf/elf_file.hpp"
#include "configurator/rules/features.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <fmt/ranges.h>
#include <functional>

namespace sartor::configurator {

namespace {

bool is_of_openmp(std::string_view name) {
    return name.starts_with("GOMP_") || name.starts_with("omp_") || name.starts_with("GOACC_");
}

void each_symbol_of_openmp(Bytes bytes, const std::string& name, unsigned table,
                           const std::function<void(const Symbol&, const std::string&)>& visit) {
    const ElfFile file(bytes, name);
    const auto see = [&](const Symbol& symbol) {
        const std::string_view plain = symbol.name.substr(0, symbol.name.find('@'));
        if (is_of_openmp(plain) && symbol.binding != STB_LOCAL) visit(symbol, std::string(plain));
    };
    for (const Section& section : file.sections()) {
        if (section.header.sh_type != table) continue;
        if (table == SHT_DYNSYM)
            file.each_live_symbol(section, see);
        else
            file.each_symbol(section, see);
    }
}

struct Wanted {
    std::set<std::string> names;
    std::set<std::string> surely; // without those that a library does without
};

void find_wanted(const std::string& path, Wanted& wanted) {
    const MappedFile file(path);
    each_symbol_of_openmp(file.bytes(), path, SHT_DYNSYM, [&](const Symbol& symbol, const std::string& name) {
        if (!symbol.undefined()) return;
        wanted.names.insert(name);
        if (symbol.binding == STB_GLOBAL) wanted.surely.insert(name);
    });
}

std::set<std::string> supplied() {
    const std::string path = Installation::own().optional_library("libsartor_manycore.a");
    const MappedFile archive(path);
    std::set<std::string> names;
    each_member(archive.bytes(), path, [&](const ArchiveMember& member) {
        each_symbol_of_openmp(member.bytes, fmt::format("{}({})", path, member.name), SHT_SYMTAB,
                              [&](const Symbol& symbol, const std::string& name) {
                                  if (!symbol.undefined()) names.insert(name);
                              });
    });
    return names;
}

// The first thread-local section of an image; empty if it has none.
std::string thread_local_section(const std::string& path) {
    const MappedFile bytes(path);
    const ElfFile file(bytes.bytes(), path);
    for (const Section& section : file.sections())
        if (section.allocated() && section.thread_local_storage() && section.header.sh_size != 0)
            return section.name;
    return "";
}

void check_image(const std::string& path, const Facts& facts) {
    if (facts.threads.empty()) return;
    if (!facts.own_libraries.empty())
        fail("threads of OpenMP on an emulated machine: not possible with shared libraries that have "
             "variables ({}); link static libraries, or run the program on the host",
             fmt::join(facts.own_libraries, ", "));
    if (const std::string section = thread_local_section(path); !section.empty())
        fail("threads of OpenMP on an emulated machine: the program has thread-local variables "
             "(threadprivate, thread_local; section {}), and on an emulated machine the threads of a rank "
             "share all variables; run the program on the host",
             section);
}

void check_supplied(const Wanted& wanted, const std::set<std::string>& there) {
    std::vector<std::string> missing;
    std::ranges::set_difference(wanted.surely, there, std::back_inserter(missing));
    if (!missing.empty())
        fail("functions of OpenMP that emulated machines do not have: {}; run the program on the host",
             fmt::join(missing, ", "));
}

bool only_openmp(const Facts& facts) {
    return std::ranges::all_of(facts.threads,
                               [](const auto& starter) { return starter.first.starts_with("GOMP_"); });
}

// path and facts of each image.
std::vector<std::pair<std::string, const Facts*>> images_of(const ExecutableParts& parts) {
    std::vector<std::pair<std::string, const Facts*>> images = {{parts.image_path, &parts.program.facts}};
    if (parts.guest != nullptr) images.emplace_back(parts.guest->path, &parts.guest->facts);
    return images;
}

} // namespace

std::set<std::string> openmp_functions(const ExecutableParts& parts) {
    if (!parts.emulated) return {};
    const auto images = images_of(parts);
    const bool threads_of_system =
        std::ranges::any_of(images, [](const auto& image) { return !only_openmp(*image.second); });
    const bool many_call = parts.needs.features.contains(feature::threads) &&
                           parts.needs.features.contains(feature::thread_callers);
    if (threads_of_system || many_call) return {}; // refused when it starts
    Wanted wanted;
    for (const auto& [path, facts] : images) find_wanted(path, wanted);
    for (const std::string& library : parts.program.shared_libraries) find_wanted(library, wanted);
    if (wanted.names.empty()) return {};
    for (const auto& [path, facts] : images) check_image(path, *facts);
    const std::set<std::string> there = supplied();
    check_supplied(wanted, there);
    std::set<std::string> names;
    std::ranges::set_intersection(wanted.names, there, std::inserter(names, names.end()));
    return names;
}

} // namespace sartor::configurator
