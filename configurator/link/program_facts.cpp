// What the image leaves undefined is what is used; the parts show which of them uses it.
#include "configurator/link/program_facts.hpp"

#include "configurator/elf/archive.hpp"
#include "configurator/functions/functions.hpp"
#include "configurator/link/containers.hpp"
#include "configurator/link/inputs.hpp"
#include "configurator/link/process_names.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/demangle.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/steps.hpp"
#include "configurator/support/unit_names.hpp"

#include <algorithm>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

// Intermediate code of another compiler carries no note.
Facts part_facts(Bytes bytes, const std::string& unit) {
    if (is_elf(bytes)) return scan_elf(ElfFile(bytes, unit));
    Facts facts;
    facts.without_note.insert(unit);
    return facts;
}

// A part of the system that has nothing to do with MPI needs no note.
void add_part(Facts& whole, const Facts& part, bool of_system) {
    if (of_system && part.functions.empty()) return;
    merge(whole, part);
}

Facts facts_of_parts(const UsedFiles& used) {
    Facts whole;
    for (const std::string& path : used.objects)
        add_part(whole, part_facts(MappedFile(path).bytes(), unit_name(path)), is_system_file(path));
    if (!used.lists_archives)
        whole.without_note.insert(
            "link-time optimization by a linker that does not list the archive members that it used");
    for (const Members::value_type& archive : used.members) {
        if (Installation::own().is_image_part(archive.first)) continue;
        const MappedFile file(archive.first);
        const bool of_system = is_system_file(archive.first);
        each_member(file.bytes(), archive.first, [&](const ArchiveMember& member) {
            if (!archive.second.contains(member.name)) return;
            add_part(whole, part_facts(member.bytes, fmt::format("{}({})", archive.first, member.name)),
                     of_system);
        });
    }
    return whole;
}

// The functions of the parts that survived the link, with the parts that call them.
void add_surviving_functions(Facts& program, const Facts& image, const Facts& parts, const Image& linked) {
    for (const auto& [function, units] : image.functions) {
        const auto known = parts.functions.find(function);
        if (known != parts.functions.end())
            program.functions[function] = known->second;
        else if (const auto caller = linked.callers.find(function); caller != linked.callers.end())
            program.functions[function] = {caller->second};
        else
            program.functions[function] = {"the program"};
    }
}

// Without those of the parts that sartor adds to every image.
std::vector<Global> globals_of_program(const Facts& image, const UsedFiles& used) {
    std::set<std::string> added;
    for (const Members::value_type& own : used.members) {
        if (!Installation::own().is_image_part(own.first)) continue;
        const MappedFile file(own.first);
        each_member(file.bytes(), own.first, [&](const ArchiveMember& member) {
            if (!own.second.contains(member.name)) return;
            for (const Global& global : scan_elf(ElfFile(member.bytes, member.name)).globals)
                added.insert(global.name);
        });
    }
    std::vector<Global> globals = image.globals;
    std::erase_if(globals, [&](const Global& global) { return added.contains(global.name); });
    return globals;
}

// Calls of the program's own shared libraries count for the program; what they define replaces ours.
void add_library(Facts& program, const Facts& library) {
    const auto add = [&](Seen& whole, const Seen& part) {
        for (const auto& [name, units] : part) whole[name].insert(library.name);
    };
    add(program.functions, library.functions);
    add(program.defined, library.defined);
    add(program.constants, library.constants);
    add(program.optimization, library.optimization);
    add(program.threads, library.threads);
    program.without_note.insert(library.without_note.begin(), library.without_note.end());
    program.calls_from_fortran |= library.calls_from_fortran;
    program.throws |= library.throws;
}

// It is loaded once, since it is the heap of all ranks.
void warn_of_shared_variables(const Facts& library) {
    constexpr std::size_t most = 4;
    std::vector<std::string> names;
    for (const Global& global : library.globals)
        if (!global.thread_local_storage && global.name != "_ZStL8__ioinit") // the streams' own
            names.push_back(demangled(global.name));
    if (names.empty()) return;
    const std::size_t more = names.size() > most ? names.size() - most : 0;
    names.resize(names.size() - more);
    report("{}: all ranks share this library and its variables, since it replaces malloc: {}{}", library.name,
           fmt::join(names, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

void add_libraries(Program& program, const Image& linked) {
    const SortedLibraries& libraries = linked.libraries;
    program.shared_libraries = loaded_once(libraries, linked.direct);
    for (std::size_t index = 0; index < libraries.all.size(); ++index) {
        const NeededLibrary& library = libraries.all[index];
        if (libraries.copied.contains(index)) program.facts.own_libraries.push_back(library.name);
        if (library.of_system) continue;
        const Facts facts = scan_file(library.path);
        add_library(program.facts, facts);
        for (const auto& [symbol, units] : facts.process_calls)
            if (const LibraryFunction* const function = library_function_exactly(symbol);
                function == nullptr || !function->has(" for-programs "))
                program.calls_of_libraries[symbol].insert(library.name);
        if (std::ranges::count(libraries.replace_heap, index) != 0) warn_of_shared_variables(facts);
    }
}

} // namespace

Program program_facts(const Image& linked, const std::string& name) {
    const Step step("facts");
    const Facts parts = facts_of_parts(linked.used);
    const MappedFile file(linked.path);
    const ElfFile linked_image(file.bytes(), name);
    warn_of_process_paths(linked_image, name);
    const Facts image = scan_elf(linked_image);
    Program program;
    Facts& facts = program.facts;
    facts.name = name;
    facts.kind = "program";
    add_surviving_functions(facts, image, parts, linked);
    facts.constants = parts.constants;
    facts.optimization = parts.optimization;
    facts.without_note = parts.without_note;
    facts.globals = globals_of_program(image, linked.used);
    facts.writable_bytes = image.writable_bytes;
    facts.threads = image.threads;
    facts.thread_local_models = image.thread_local_models;
    facts.needed = image.needed;
    facts.calls_from_fortran = image.calls_from_fortran;
    facts.throws = image.throws;
    facts.ranks = wanted_container();
    facts.process_calls = parts.process_calls;
    add_libraries(program, linked);
    find_calls_for_containers(linked_image, program.calls_of_libraries, facts);
    return program;
}

} // namespace sartor::configurator
