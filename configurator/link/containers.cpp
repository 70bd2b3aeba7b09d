// Functions that the image leaves to the C library, and what parts of the image ask of the runtime, show it.
#include "configurator/link/containers.hpp"

#include "configurator/functions/functions.hpp"
#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fmt/ranges.h>
#include <map>
#include <string_view>

namespace sartor::configurator {

namespace {

// Parts of the image whose functions need an OS thread refer to this name and their own behind it.
constexpr std::string_view part_with_thread = "sartor_rank_thread_for_";

constexpr std::array containers = {"fibers", "threads", "processes"};

// The units of a function's symbols, under its name for programs.
void add_calls(Seen& calls, const LibraryFunction& function, const Seen& units) {
    const auto known = units.find(std::string(function.symbol));
    std::set<std::string>& where = calls[std::string(function.shown)];
    if (known == units.end())
        where.insert("the program");
    else
        where.insert(known->second.begin(), known->second.end());
}

// Those of its functions that the parts of the program call; all, where this can't be seen.
void add_calls_of_part(Seen& calls, std::string_view part, const Seen& units) {
    std::vector<const LibraryFunction*> all, called;
    for (const LibraryFunction& function : library_functions())
        if (function.is_replaced_by(fmt::format(" {} ", part))) {
            all.push_back(&function);
            if (units.contains(std::string(function.symbol))) called.push_back(&function);
        }
    for (const LibraryFunction* function : called.empty() ? all : called) add_calls(calls, *function, units);
}

bool is_certain(const LibraryFunction& function) {
    return function.verdict == Verdict::process && function.has(" certain ");
}

// "main.c calls chdir and umask, io.c calls sem_wait"
std::string texts_of(const Seen& calls) {
    constexpr std::size_t most = 4;
    std::map<std::string, std::vector<std::string>> by_unit;
    std::size_t shown = 0;
    for (const auto& [function, units] : calls)
        if (++shown <= most)
            by_unit[std::filesystem::path(*units.begin()).filename().string()].push_back(function);
    std::vector<std::string> texts;
    for (const auto& [unit, functions] : by_unit)
        texts.push_back(fmt::format("{} calls {}", unit, fmt::join(functions, " and ")));
    const std::string more = calls.size() > most ? fmt::format(" and {} more", calls.size() - most) : "";
    return fmt::format("{}{}", fmt::join(texts, ", "), more);
}

// What the program's functions need.
std::string needed_container(const Facts& program) {
    if (!program.for_processes.empty()) return "processes";
    return program.for_threads.empty() ? "fibers" : "threads";
}

std::string in_words(const std::string& container) {
    return container == "threads" ? "OS threads" : container;
}

const Seen& calls_for(const Facts& program, const std::string& container) {
    return container == "processes" ? program.for_processes : program.for_threads;
}

bool is_interpreter(const std::string& library) {
    constexpr std::array interpreters = {"libpython", "libperl", "libruby", "libR.so", "liboctinterp"};
    return std::ranges::any_of(interpreters, [&](const char* name) { return library.starts_with(name); });
}

} // namespace

void find_calls_for_containers(const ElfFile& image, const Seen& of_libraries, Facts& program) {
    Seen units = program.process_calls;
    for (const auto& [symbol, libraries] : of_libraries)
        units[symbol].insert(libraries.begin(), libraries.end());
    const auto see = [&](std::string_view name) {
        if (name.starts_with(part_with_thread))
            return add_calls_of_part(program.for_threads, name.substr(part_with_thread.size()), units);
        const LibraryFunction* const function = library_function(name);
        if (function == nullptr) return;
        if (function->verdict == Verdict::thread) add_calls(program.for_threads, *function, units);
        if (is_certain(*function)) add_calls(program.for_processes, *function, units);
    };
    for (const Section& section : image.sections())
        if (section.header.sh_type == SHT_DYNSYM)
            image.each_live_symbol(section, [&](const Symbol& symbol) {
                if (symbol.undefined()) see(symbol.name.substr(0, symbol.name.find('@')));
            });
    for (const auto& [symbol, libraries] : of_libraries) see(symbol);
    // Modules that an interpreter opens find the copy of the first rank that looks for it.
    for (const std::string& library : program.own_libraries)
        if (is_interpreter(library)) program.for_processes["dlopen"].insert(library);
}

void check_container(const std::string& wanted) {
    if (!wanted.empty() && std::ranges::find(containers, wanted) == containers.end())
        fail("--ranks {}: expected fibers, threads or processes", wanted);
}

std::string wanted_container() {
    const std::string wanted = environment("SARTOR_CONTAINER").value_or("");
    check_container(wanted);
    return wanted;
}

std::string container_of(const Facts& program) {
    return program.ranks.empty() ? needed_container(program) : program.ranks;
}

bool ranks_are_threads(const Facts& program) {
    if (program.ranks == "fibers") return false;
    return program.ranks == "threads" || !program.for_threads.empty();
}

std::string container_and_reason(const Facts& program, bool emulated) {
    if (emulated) return "fibers of the emulated machine";
    const std::string container = container_of(program);
    if (!program.ranks.empty()) return in_words(container) + ", as --ranks says";
    if (container == "fibers") return container;
    return fmt::format("{}: {}", in_words(container), texts_of(calls_for(program, container)));
}

std::vector<std::string> functions_of_ranks(const Facts& program) {
    std::set<std::string> names;
    for (const auto& [symbol, units] : program.process_calls) {
        const LibraryFunction* const function = library_function_exactly(symbol);
        if (function != nullptr && function->verdict == Verdict::rank) names.emplace(function->shown);
    }
    return {names.begin(), names.end()};
}

// On a chip some functions are each rank's own.
static Facts without_parts_of_chips(Facts facts) {
    std::erase_if(facts.for_threads, [](const auto& call) {
        const LibraryFunction* const function = library_function_exactly(call.first);
        return function != nullptr && function->is_replaced_by(" chip/");
    });
    return facts;
}

void report_container(const Facts& of_program, const std::string& program, bool emulated) {
    const Facts facts = emulated ? without_parts_of_chips(of_program) : of_program;
    const std::string needed = needed_container(facts);
    if (needed == "fibers") return;
    const std::string calls = texts_of(calls_for(facts, needed));
    if (emulated)
        report("{}: warning: {}: on an emulated machine this acts on all ranks, and a wait stops them all; "
               "run the program on the host, where its ranks are {}",
               program, calls, in_words(needed));
    else if (facts.ranks.empty())
        report("{}: ranks are {} (--ranks=fibers: fibers all the same)", program,
               container_and_reason(facts, emulated));
    else if (facts.ranks == "fibers")
        report("{}: warning: ranks are fibers, as --ranks says, but {}: this acts on all ranks of a worker, "
               "and a wait stops them all",
               program, calls);
    else if (facts.ranks == "threads" && needed == "processes")
        report("{}: warning: ranks are OS threads, as --ranks says, but {}: this acts on all ranks", program,
               calls);
}

} // namespace sartor::configurator
