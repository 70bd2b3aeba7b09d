// Environment variables carry the options, so that the program can also be started alone.
#include "configurator/run/run.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/link/recut.hpp"
#include "configurator/run/placement.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/search.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/ranges.h>
#include <sched.h>

namespace sartor::configurator {

namespace {

std::optional<std::size_t> number(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string program_path(const std::string& name) {
    std::error_code none;
    if (std::filesystem::is_regular_file(name, none))
        return name.find('/') == std::string::npos ? "./" + name : name;
    if (const auto path = find_program(name); path && std::filesystem::is_regular_file(*path, none))
        return path->string();
    refuse("{}: there is no such program", name);
}

// True when the file is an executable that carries facts. Any other file is not ours, whatever it is.
bool made_by_sartor(const std::string& path) {
    try {
        const MappedFile file(path);
        const ElfFile program(file.bytes(), path);
        return program.find(facts_section) != nullptr || program.find(".sartor.image") != nullptr;
    } catch (const Error&) {
        return false;
    }
}

// One processor for each worker. A list of --cores is taken as it is, unless --bind asks for an order.
std::vector<Processor> processors_for(const RunOptions& options) {
    Host host = this_host();
    const auto ranks = static_cast<std::size_t>(options.ranks);
    std::vector<Processor> listed;
    if (!options.cores.empty()) listed = chosen(host, options.cores, parse_cores(options.cores));
    if (!listed.empty() && (options.binding.empty() || options.binding == "none")) return listed;
    if (options.binding == "none") return host.processors;
    if (!listed.empty())
        std::erase_if(host.processors, [&](const Processor& one) {
            return std::ranges::find(listed, one.number, &Processor::number) == listed.end();
        });
    return place_workers(host, options.binding == "spread" ? Binding::spread : Binding::compact, ranks);
}

// The system moves the workers among these as it likes.
void leave_unbound(const std::vector<Processor>& processors) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const Processor& processor : processors) CPU_SET(static_cast<std::size_t>(processor.number), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) refuse("--bind none: {}", std::strerror(errno));
}

void set(const char* name, const std::string& value) {
    if (value.empty())
        unsetenv(name);
    else
        setenv(name, value.c_str(), 1);
}

std::string bytes_text(const char* option, const std::string& size) {
    return size.empty() || size == "0" ? size : fmt::format("{}", parse_size(size, option));
}

void set_environment(const RunOptions& options, const std::vector<Processor>& processors) {
    std::vector<int> cores;
    for (const Processor& processor : processors) cores.push_back(processor.number);
    set("SARTOR_RANKS", fmt::format("{}", options.ranks));
    set("SARTOR_MAP", options.mapping);
    set("SARTOR_CORES", options.binding == "none" ? "" : fmt::format("{}", fmt::join(cores, ",")));
    set("SARTOR_STACK", options.stack.empty() ? "" : fmt::format("{}", parse_size(options.stack)));
    set("SARTOR_TAG_OUTPUT", options.tag_output ? "1" : "");
    set("SARTOR_DEBUG_IMAGES", options.debug_images);
    set("SARTOR_REPORT", options.report ? "1" : "");
    set("SARTOR_WATCHDOG", options.watchdog == 0 ? "" : fmt::format("{}", options.watchdog));
    set("SARTOR_BACKLOG", bytes_text("--backlog", options.backlog));
}

void set_machine_environment(const RunOptions& options) {
    set("SARTOR_PLACE", options.placement);
    set("SARTOR_NAMES", options.names);
    set("SARTOR_COMPUTE", options.compute);
    set("SARTOR_JSON", options.json);
    set("SARTOR_TRACE", options.trace);
    set("SARTOR_CHIP", options.chip);
    set("SARTOR_MATRIX", options.matrix);
    set("SARTOR_TRACE_LIMIT", bytes_text("--trace-limit", options.trace_limit));
    set("SARTOR_SMEM", options.smem == "unlimited" ? options.smem : bytes_text("--smem", options.smem));
    set("SARTOR_EAGER_LIMIT", bytes_text("--eager-limit", options.eager_limit));
    set("SARTOR_LAZY_LIMIT", bytes_text("--lazy-limit", options.lazy_limit));
    set("SARTOR_DMA_LIMIT", bytes_text("--dma-limit", options.dma_limit));
    set("SARTOR_PER_CLUSTER", options.per_cluster == 0 ? "" : fmt::format("{}", options.per_cluster));
    set("SARTOR_NO_SHORTCUT", options.no_shortcut ? "1" : "");
    set("SARTOR_NO_SUMMARY", options.no_summary ? "1" : "");
}

// The host has no clusters, no limits of its protocol to set, and no virtual time. The first option that is
// given though; empty when there is none.
std::string given_for_emulation(const RunOptions& options) {
    const std::pair<const char*, bool> given[] = {{"--io", !options.io.empty()},
                                                  {"--place", !options.placement.empty()},
                                                  {"--names", !options.names.empty()},
                                                  {"--compute", !options.compute.empty()},
                                                  {"--json", !options.json.empty()},
                                                  {"--trace", !options.trace.empty()},
                                                  {"--chip", !options.chip.empty()},
                                                  {"--matrix", !options.matrix.empty()},
                                                  {"--trace-limit", !options.trace_limit.empty()},
                                                  {"--smem", !options.smem.empty()},
                                                  {"--eager-limit", !options.eager_limit.empty()},
                                                  {"--lazy-limit", !options.lazy_limit.empty()},
                                                  {"--dma-limit", !options.dma_limit.empty()},
                                                  {"--per-cluster", options.per_cluster != 0},
                                                  {"--no-shortcut", options.no_shortcut},
                                                  {"--no-summary", options.no_summary}};
    for (const auto& [option, is_given] : given)
        if (is_given) return option;
    return "";
}

void check_for_host(const RunOptions& options) {
    const std::string option = given_for_emulation(options);
    if (!option.empty()) refuse("{}: for emulated machines only; choose one with --machine", option);
}

void check_backlog(const RunOptions& options, const std::string& machine) {
    constexpr std::size_t least = std::size_t{64} << 10;
    if (options.backlog.empty()) return;
    if (machine != "host")
        refuse("--backlog: for this computer only; emulated machines say in their descriptions what waits "
               "where");
    if (options.backlog != "0" && parse_size(options.backlog, "--backlog") < least)
        refuse("--backlog {}: expected 0, or at least 64K", options.backlog);
}

// The first option that wants to look on at the run.
std::string looked_at_by(const RunOptions& options) {
    if (!options.trace.empty()) return "--trace";
    if (!options.chip.empty()) return "--chip";
    return options.matrix.empty() ? "" : "--matrix";
}

bool is_script(const std::string& path) {
    return as_text(MappedFile(path).bytes()).starts_with("#!");
}

// What has the program cut anew, or depends on what it was cut for, can't be said of what a script starts.
void check_for_script(const RunOptions& options, const std::string& path) {
    std::string option = given_for_emulation(options);
    if (!options.machine.empty()) option = "--machine";
    if (!options.selection.topologies.empty()) option = "--topology";
    if (options.selection.reproducible) option = "--reproducible";
    if (!options.selection.tuning.empty()) option = "--tuning";
    if (!option.empty())
        refuse("{}: {} is a script; give this option with the program, or when it is made", option, path);
}

std::string path_made_by_sartor(const std::string& name) {
    std::string path = program_path(name);
    if (!made_by_sartor(path))
        refuse("{}: not a program made by sartor; build it with sartor cc or sartor c++", path);
    return path;
}

// The path of the program for the I/O rank; empty when there is to be none.
std::string io_program_path(const RunOptions& options, const std::string& machine) {
    if (options.io.empty()) return "";
    const std::optional<Manycore> manycore = find_machine(machine);
    if (!manycore || manycore->whole("io_subsystems") == 0)
        refuse("--io {}: {} has no I/O subsystem for it; choose a machine that has with --machine",
               options.io, machine);
    return path_made_by_sartor(options.io);
}

void make_folder(const std::string& path) {
    std::error_code error;
    if (!path.empty()) std::filesystem::create_directories(path, error);
    if (error)
        refuse("--debug-images {}: {}; expected a folder, or a name for a new one", path, error.message());
}

void say_placement(const RunOptions& options, const std::vector<Processor>& processors) {
    const int workers = std::min(static_cast<int>(processors.size()), options.ranks);
    const bool bound = options.binding != "none";
    for (int worker = 0; worker < workers; ++worker) {
        const std::vector<int> ranks =
            ranks_of_worker(worker, workers, options.ranks, options.mapping == "scatter");
        const Processor& processor = processors[static_cast<std::size_t>(worker)];
        report("worker {}{}: rank{} {}", worker,
               bound ? fmt::format(" on processor {} ({})", processor.number, describe(processor)) : "",
               ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "));
    }
    report("{} rank{} on {} worker{}, mapped {}, {}", options.ranks, options.ranks == 1 ? "" : "s", workers,
           workers == 1 ? "" : "s", options.mapping.empty() ? "compact" : options.mapping,
           bound && workers > 1 ? "bound" : "not bound");
}

// All that a program finds when it starts; io: that of the I/O rank, or empty.
void prepare(const RunOptions& options, const std::string& io) {
    const std::vector<Processor> processors = processors_for(options);
    set_machine_environment(options);
    set_environment(options, processors);
    set("SARTOR_IO", io);
    make_folder(options.debug_images);
    if (options.say_placement) say_placement(options, processors);
    if (options.binding == "none" && !options.cores.empty()) leave_unbound(processors);
}

// Once: each program in it that sartor made has so many ranks.
[[noreturn]] void run_script(const RunOptions& options, const std::string& path,
                             const std::vector<std::string>& command) {
    check_for_script(options, path);
    check_backlog(options, "host");
    prepare(options, "");
    std::vector<std::string> words = command;
    words.front() = path;
    become(words, path);
}

} // namespace

std::size_t parse_size(const std::string& text, const char* option) {
    std::size_t unit = 1;
    std::string digits = text;
    const std::size_t suffix = text.empty() ? std::string::npos : std::string_view("KMG").find(text.back());
    if (suffix != std::string::npos) {
        unit = std::size_t{1} << (10 * (suffix + 1));
        digits.pop_back();
    }
    const std::optional<std::size_t> value = number(digits);
    if (!value || *value == 0 || *value > SIZE_MAX / unit)
        refuse("{} {}: expected a number of bytes, such as 65536, 64K or 8M", option, text);
    return *value * unit;
}

std::vector<int> parse_cores(const std::string& text) {
    std::vector<int> cores;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        const std::string part = text.substr(start, end - start);
        const std::size_t dash = part.find('-');
        const std::optional<std::size_t> first = number(part.substr(0, dash));
        const std::optional<std::size_t> last =
            dash == std::string::npos ? first : number(part.substr(dash + 1));
        constexpr std::size_t most = 1 << 20;
        if (!first || !last || *first > *last || *last > most)
            refuse("--cores {}: expected processor numbers, such as 0,2-3", text);
        for (std::size_t core = *first; core <= *last; ++core) cores.push_back(static_cast<int>(core));
        start = end + 1;
    }
    return cores;
}

void run_program(const RunOptions& options, const std::vector<std::string>& command) {
    if (options.ranks < 1) refuse("-n {}: a run has at least one rank", options.ranks);
    if (const std::string script = program_path(command.front()); is_script(script))
        run_script(options, script, command);
    const std::string path = path_made_by_sartor(command.front());
    const std::string made_for = machine_of(path);
    const std::string name = options.machine.empty() ? made_for : options.machine;
    if (name == "host") check_for_host(options);
    check_backlog(options, name);
    const std::string io = io_program_path(options, name);
    prepare(options, io);
    std::vector<std::string> program = command;
    program.front() = path;
    const std::string observed = looked_at_by(options);
    const bool as_it_is = options.selection.empty() && name == made_for && observed.empty() && io.empty();
    const std::string file = as_it_is ? path : cut_anew(path, options.selection, name, observed, io);
    set("SARTOR_ORIGIN", as_it_is ? "" : std::filesystem::canonical(path).parent_path().string());
    become(program, file);
}

} // namespace sartor::configurator
