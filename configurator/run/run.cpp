// Finds the program, has it rebuilt where the options require that, and becomes it (exec).
#include "configurator/run/run.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/link/recut.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/run/environment.hpp"
#include "configurator/run/foreign.hpp"
#include "configurator/run/processes.hpp"
#include "configurator/run/schedules.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/search.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>
#include <optional>

namespace sartor::configurator {

namespace {

std::string program_path(const std::string& name) {
    std::error_code none;
    if (std::filesystem::is_regular_file(name, none))
        return name.find('/') == std::string::npos ? "./" + name : name;
    if (const auto path = find_program(name); path && std::filesystem::is_regular_file(*path, none))
        return path->string();
    refuse("{}: there is no such program", name);
}

// The host has no clusters, no limits of its protocol to set, and no chip to draw. The first option that is
// given though; empty when there is none.
std::string given_for_emulation(const RunOptions& options) {
    const std::pair<const char*, bool> given[] = {{"--io", !options.io.empty()},
                                                  {"--place", !options.placement.empty()},
                                                  {"--names", !options.names.empty()},
                                                  {"--compute", !options.compute.empty()},
                                                  {"--json", !options.json.empty()},
                                                  {"--chip", !options.chip.empty()},
                                                  {"--matrix", !options.matrix.empty()},
                                                  {"--smem", !options.smem.empty()},
                                                  {"--eager-limit", !options.eager_limit.empty()},
                                                  {"--lazy-limit", !options.lazy_limit.empty()},
                                                  {"--dma-limit", !options.dma_limit.empty()},
                                                  {"--per-cluster", options.per_cluster != 0},
                                                  {"--threads", options.threads != 0},
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
    if (!is_this_computer(machine))
        refuse(
            "--backlog: for this computer only; the description of an emulated machine has the sizes of its "
            "buffers");
    if (options.backlog != "0" && parse_size(options.backlog, "--backlog") < least)
        refuse("--backlog {}: expected 0, or at least 64K", options.backlog);
}

// Other machines have orders of their own: chips by virtual time.
std::optional<ScheduleWish> schedule_wish(const RunOptions& options, const std::string& machine) {
    if (options.schedule.empty()) return std::nullopt;
    if (machine != "host")
        refuse("--schedule {}: for the machine host only, and this run is on {}", options.schedule, machine);
    return parse_schedule(options.schedule);
}

void check_trace(const RunOptions& options, const std::string& machine) {
    if (!options.trace.ends_with(".otf2")) return;
    if (!is_this_computer(machine))
        refuse("--trace {}: OTF2 archives are for this computer only; an emulated machine writes a file for "
               "Perfetto, under any other name",
               options.trace);
    std::error_code none;
    if (!std::filesystem::exists(Installation::own().otf2(), none))
        refuse("--trace {}: this Sartor was built without OTF2; install its library (Debian's package "
               "libopen-trace-format2-dev) and build Sartor again",
               options.trace);
}

void check_profile(const RunOptions& options, const std::string& machine) {
    if (options.profile.empty()) return;
    if (!is_this_computer(machine))
        refuse("--profile: for this computer only; --json writes what an emulated machine has counted");
    if (options.profile == "true") return;
    int pages = 0, others = 0;
    for (std::size_t start = 0; start <= options.profile.size();) {
        const std::size_t end = std::min(options.profile.find(',', start), options.profile.size());
        const std::string name = options.profile.substr(start, end - start);
        pages += name.ends_with(".html");
        others += name.ends_with(".json");
        if ((!name.ends_with(".html") && !name.ends_with(".json")) || pages > 1 || others > 1)
            refuse("--profile={}: expected a file that ends with .json, one that ends with .html, or both "
                   "with a "
                   "comma",
                   options.profile);
        start = end + 1;
    }
}

// The first option that observes the run.
std::string looked_at_by(const RunOptions& options) {
    if (!options.trace.empty()) return "--trace";
    if (!options.profile.empty()) return "--profile";
    if (!options.chip.empty()) return "--chip";
    return options.matrix.empty() ? "" : "--matrix";
}

bool is_script(const std::string& path) {
    return as_text(MappedFile(path).bytes()).starts_with("#!");
}

// The last option that has the program rebuilt, or depends on what it was cut for; empty when there is none.
std::string given_for_own_program(const RunOptions& options) {
    std::string option = given_for_emulation(options);
    if (const std::string observes = looked_at_by(options); !observes.empty()) option = observes;
    if (!options.machine.empty()) option = "--machine";
    if (!options.selection.topologies.empty()) option = "--topology";
    if (options.selection.reproducible) option = "--reproducible";
    if (!options.selection.tuning.empty()) option = "--tuning";
    if (!options.schedule.empty()) option = "--schedule";
    return option;
}

void check_for_script(const RunOptions& options, const std::string& path) {
    const std::string option = given_for_own_program(options);
    if (!option.empty())
        refuse("{}: {} is a script; give this option with the program, or when it is made", option, path);
}

[[noreturn]] void refuse_foreign(const std::string& path) {
    refuse("{}: not a program made by sartor; build it with sartor cc or sartor c++, or start it with "
           "--processes N if "
           "it finds MPI in libmpi_abi.so",
           path);
}

std::string path_made_by_sartor(const std::string& name) {
    std::string path = program_path(name);
    if (!is_made_by_sartor(path))
        refuse("{}: not a program made by sartor; build it with sartor cc or sartor c++", path);
    return path;
}

// The path of the program for the I/O rank; empty when there is to be none.
std::string io_program_path(const RunOptions& options, const std::string& machine) {
    if (options.io.empty()) return "";
    const std::optional<Manycore> manycore = find_machine(machine).manycore;
    if (!manycore || manycore->whole("io_subsystems") == 0)
        refuse("--io {}: {} has no I/O subsystem for it; choose a machine that has with --machine",
               options.io, machine);
    return path_made_by_sartor(options.io);
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

std::string path_of_several(const std::string& name) {
    const std::string path = program_path(name);
    if (is_script(path))
        refuse("{}: a script can't be one of several programs; name the program that it starts", path);
    return path_made_by_sartor(path);
}

void check_for_several(const RunOptions& options, const std::vector<std::string>& files) {
    if (!options.schedule.empty()) refuse("--schedule {}: for one program only", options.schedule);
    const std::string option = given_for_emulation(options);
    const bool in_processes = options.processes > 0 && options.machine == "fabric";
    if (!option.empty() || (!options.machine.empty() && options.machine != "host" && !in_processes))
        refuse("{}: several programs in one run are for this computer only",
               option.empty() ? "--machine " + options.machine : option);
    for (const std::string& file : files)
        if (const std::string machine = machine_of(file);
            machine != "host" && !(options.processes > 0 && machine == "fabric"))
            refuse("{}: made for {}; several programs in one run are for this computer only", file, machine);
}

// What has one process only, or would be written by each of several. Empty when nothing of it is given.
std::string given_for_one_process(const RunOptions& options) {
    const std::pair<const char*, bool> given[] = {{"--schedule", !options.schedule.empty()},
                                                  {"--deterministic", options.deterministic},
                                                  {"--trace", !options.trace.empty()},
                                                  {"--profile", !options.profile.empty()},
                                                  {"--watchdog", options.watchdog != 0}};
    for (const auto& [option, is_given] : given)
        if (is_given) return option;
    return "";
}

void check_for_processes(const RunOptions& options) {
    const std::string option = given_for_one_process(options);
    if (!option.empty()) refuse("{}: for runs in one process; leave --processes out", option);
}

bool has_fabric() {
    std::error_code none;
    return std::filesystem::exists(Installation::own().library("libsartor_fabric.a"), none);
}

// Ranks that are started by others are in further processes. Otherwise starting them is an error of the
// program.
bool can_run_in_processes(const RunOptions& options) {
    return has_fabric() && given_for_one_process(options).empty() && !options.variables;
}

void check_for_fabric(const RunOptions& options) {
    check_for_processes(options);
    if (!has_fabric())
        refuse("--processes {}: this Sartor was built without libfabric; install it (Debian's package "
               "libfabric-dev) and build Sartor again",
               options.processes);
    if (options.processes > options.ranks)
        refuse("--processes {}: more than the {} rank{} of the run", options.processes, options.ranks,
               options.ranks == 1 ? "" : "s");
}

// Several processes are for what runs on this computer.
std::string machine_for(const RunOptions& options, const std::string& made_for) {
    const std::string name = options.machine.empty() ? made_for : options.machine;
    if (options.processes == 0) return name;
    check_for_fabric(options);
    if (!is_this_computer(name) || (!options.machine.empty() && name != "fabric"))
        refuse("--processes {}: for the machine fabric, and this run is on {}", options.processes, name);
    return "fabric";
}

// What the executables of sartor do themselves.
void check_for_foreign(const RunOptions& options, const std::string& path) {
    std::string option = given_for_own_program(options);
    if (options.variables) option = "--variables";
    if (!options.output_folder.empty()) option = "--output-filename";
    if (!options.debug_images.empty()) option = "--debug-images";
    if (!option.empty()) refuse("{}: for programs made by sartor, and {} is none", option, path);
    check_for_processes(options);
    if (options.processes != options.ranks)
        refuse("--processes {} -n {}: {} was not made by sartor; it has one rank in each process",
               options.processes, options.ranks, path);
}

// So many processes, each of them a rank once it calls MPI.
[[noreturn]] void run_foreign(RunOptions options, const std::string& path,
                              const std::vector<std::string>& command) {
    if (options.processes == 0) options.processes = options.ranks;
    options.foreign = true;
    options.tag_errors = has_sanitizer(path); // whose reports don't say which rank it was
    check_for_foreign(options, path);
    check_backlog(options, "host");
    prepare(options, "");
    use_abi_library();
    std::vector<std::string> words = command;
    words.front() = path;
    const MpiOfRun mpi;
    run_in_processes(options, words, path, &mpi);
}

[[noreturn]] void run_other(const RunOptions& options, const std::string& path,
                            const std::vector<std::string>& command) {
    if (needs_abi_library(path) || options.processes > 0) run_foreign(options, path, command);
    if (is_script(path)) run_script(options, path, command);
    refuse_foreign(path);
}

} // namespace

void run_program(const RunOptions& given, const std::vector<std::string>& command) {
    RunOptions options = given;
    options.deterministic |= !options.schedule.empty();
    if (options.ranks < 1) refuse("-n {}: a run has at least one rank", options.ranks);
    const std::string path = program_path(command.front());
    if (!is_made_by_sartor(path)) run_other(options, path, command);
    const std::string made_for = machine_of(path);
    const std::optional<WholeMpi> spawning = whole_mpi_if_it_spawns(path);
    if (spawning && options.processes == 0 && options.machine.empty() && is_this_computer(made_for) &&
        can_run_in_processes(options))
        options.processes = 1; // its ranks start further ones
    const std::string name = machine_for(options, made_for);
    if (is_this_computer(name)) check_for_host(options);
    check_backlog(options, name);
    check_trace(options, name);
    check_profile(options, name);
    const std::string io = io_program_path(options, name);
    const std::optional<ScheduleWish> schedule = schedule_wish(options, name);
    prepare(options, io);
    std::vector<std::string> program = command;
    program.front() = path;
    Anew anew{options.selection, name, looked_at_by(options), io, {}, false, schedule.has_value(),
              options.variables, {}};
    if (options.processes > 0) anew.whole = spawning;
    const bool as_it_is = options.selection.empty() && name == made_for && anew.observed.empty() &&
                          io.empty() && !anew.scheduled && !anew.tools && !anew.whole;
    const std::string file = as_it_is ? path : cut_anew(path, anew);
    set_variable("SARTOR_ORIGIN", as_it_is ? "" : std::filesystem::canonical(path).parent_path().string());
    if (schedule) run_by_schedule({program, file, options.ranks}, *schedule);
    const MpiOfRun mpi = anew.whole ? MpiOfRun{*anew.whole, options.selection} : MpiOfRun{};
    if (options.processes > 0) run_in_processes(options, program, file, anew.whole ? &mpi : nullptr);
    become(program, file);
}

void run_programs(const RunOptions& options, const std::vector<ProgramBlock>& blocks) {
    std::vector<std::string> files, words, parts;
    for (const ProgramBlock& block : blocks) {
        const std::string path = path_of_several(block.command.front());
        const auto known = std::ranges::find(files, path);
        parts.push_back(fmt::format("{}:{}:{}", known - files.begin(), block.ranks, block.command.size()));
        if (known == files.end()) files.push_back(path);
        words.push_back(path);
        words.insert(words.end(), block.command.begin() + 1, block.command.end());
    }
    check_for_several(options, files);
    const std::string machine = machine_for(options, "host");
    check_backlog(options, "host");
    check_trace(options, "host");
    check_profile(options, "host");
    prepare(options, "");
    const std::vector<std::string> others(files.begin() + 1, files.end());
    const std::string file =
        cut_anew(files.front(), {options.selection, machine, looked_at_by(options), "", others, true});
    set_variable("SARTOR_PROGRAMS", fmt::format("{}", fmt::join(parts, ",")));
    set_variable("SARTOR_ORIGIN", std::filesystem::canonical(files.front()).parent_path().string());
    if (options.processes > 0) run_in_processes(options, words, file);
    become(words, file);
}

} // namespace sartor::configurator
