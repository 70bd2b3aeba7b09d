// Finds the program, has it rebuilt where the options require that, and becomes it (exec).
#include "configurator/run/run.hpp"

#include "configurator/command_line/compiler_options.hpp"
#include "configurator/elf/elf_file.hpp"
#include "configurator/link/recut.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/rules/uncalled.hpp"
#include "configurator/run/containers.hpp"
#include "configurator/run/environment.hpp"
#include "configurator/run/faults.hpp"
#include "configurator/run/foreign.hpp"
#include "configurator/run/hosts.hpp"
#include "configurator/run/option_checks.hpp"
#include "configurator/run/processes.hpp"
#include "configurator/run/schedules.hpp"
#include "configurator/run/starters.hpp"
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

/// A source in place of the program that it becomes.
void refuse_source(const std::string& name) {
    const InputKind kind = kind_of_input(name, "");
    if (kind != InputKind::source && kind != InputKind::fortran) return;
    const std::filesystem::path source(name);
    const std::string program = source.stem().string();
    const std::string_view compiler = kind == InputKind::fortran   ? "fc"
                                      : source.extension() == ".c" ? "cc"
                                                                   : "c++";
    refuse("\"{0}\" is a source file: compile it first\n"
           "  sartor {1} -O2 -g -o {2} {0}\n  sartor run {2}",
           name, compiler, program);
}

std::string program_path(const std::string& name) {
    std::error_code none;
    if (std::filesystem::is_regular_file(name, none)) refuse_source(name);
    if (std::filesystem::is_regular_file(name, none))
        return name.find('/') == std::string::npos ? "./" + name : name;
    if (const auto path = find_program(name); path && std::filesystem::is_regular_file(*path, none))
        return path->string();
    refuse("\"{}\": there is no such program", name);
}

[[noreturn]] void refuse_foreign(const std::string& path) {
    refuse("{}: not a program made by sartor; build it with sartor cc or sartor c++, or start it with "
           "--processes N if "
           "it finds MPI in libmpi_abi.so",
           path);
}

// The path of the program for the I/O rank; empty when there is to be none.
std::string io_program_path(const RunOptions& options, const std::string& machine) {
    if (options.io.empty()) return "";
    const std::optional<Manycore> manycore = find_machine(machine).manycore;
    if (!manycore || manycore->whole("io_subsystems") == 0)
        refuse("--io {}: {} has no I/O subsystem for this program; with --machine choose a machine that has "
               "an I/O subsystem",
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

// Algorithms for collectives that none of the programs calls.
void warn_of_uncalled(const RunOptions& options, const std::vector<std::string>& programs) {
    if (!options.selection.topologies.empty())
        report_uncalled(options.selection, needs_of_programs(programs), programs.front());
}

struct OtherHosts {
    HostPlan plan;
    std::string launcher;
};

// There are as many processes as the plan says.
std::optional<OtherHosts> other_hosts(RunOptions& options, bool each_one) {
    if (options.hosts.empty()) return std::nullopt;
    check_for_hosts(options);
    const HostPlan plan = plan_hosts(options.hosts, options.ranks_given ? options.ranks : 0, each_one);
    options.ranks = plan.ranks();
    options.processes = plan.processes();
    return OtherHosts{plan, find_launcher()};
}

// So many processes, each of them a rank once it calls MPI.
[[noreturn]] void run_foreign(RunOptions options, const std::string& path,
                              const std::vector<std::string>& command) {
    const std::optional<OtherHosts> hosts = other_hosts(options, true);
    if (options.processes == 0) options.processes = options.ranks;
    if (!options.universe.empty()) check_universe(options);
    options.foreign = true;
    options.tag_errors = has_sanitizer(path); // whose reports don't say which rank it was
    check_for_foreign(options, path);
    check_backlog(options, "host");
    prepare(options, "");
    use_abi_library();
    std::vector<std::string> words = command;
    words.front() = path;
    if (hosts) run_on_hosts(hosts->plan, hosts->launcher, words, path);
    const MpiOfRun mpi;
    run_in_processes(options, words, path, &mpi);
}

[[noreturn]] void run_other(const RunOptions& options, const std::string& path,
                            const std::vector<std::string>& command) {
    if (needs_abi_library(path) || options.processes > 0 || !options.hosts.empty())
        run_foreign(options, path, command);
    switch (starter_of(path, command)) {
    case Starter::once:
        run_script(options, path, command);
    case Starter::each_rank:
        run_foreign(options, path, command);
    case Starter::other:
        refuse_foreign(path);
    }
    std::abort();
}

} // namespace

std::string path_made_by_sartor(const std::string& name) {
    std::string path = program_path(name);
    if (!is_made_by_sartor(path))
        refuse("{}: not a program made by sartor; build it with sartor cc or sartor c++", path);
    return path;
}

void run_program(const RunOptions& given, const std::vector<std::string>& command) {
    RunOptions options = given;
    options.deterministic |= !options.schedule.empty() || !options.faults.empty();
    if (options.ranks < 1) refuse("-n {}: a run has at least one rank", options.ranks);
    const std::string path = program_path(command.front());
    if (!is_made_by_sartor(path)) run_other(options, path, command);
    const HowMade made = how_made(path);
    const std::string& made_for = made.machine;
    const std::optional<OtherHosts> hosts = other_hosts(options, false);
    options.survives_failures = made.survives_failures;
    check_failures(options, made.window_function, path);
    if (!options.universe.empty()) check_universe(options);
    if (!options.universe.empty() && options.processes == 0) options.processes = 1;
    const ContainerOfRun container = choose_container(options, made, path);
    if (made.starts_others && options.processes == 0 && options.machine.empty() &&
        is_this_computer(made_for) && can_run_in_processes(options))
        options.processes = 1; // its ranks start further ones
    const std::string name = machine_for(options, made_for);
    if (is_this_computer(name)) check_for_host(options);
    check_watching(options, path, made.whole.checked);
    check_backlog(options, name);
    check_trace(options, name);
    check_profile(options, name);
    const std::string io = io_program_path(options, name);
    const std::optional<ScheduleWish> schedule = schedule_wish(options, name);
    const std::optional<FaultWish> faults = fault_wish(options, name);
    prepare(options, io);
    std::vector<std::string> program = command;
    program.front() = path;
    Anew anew{options.selection,
              name,
              looked_at_by(options),
              io,
              {},
              false,
              schedule.has_value(),
              options.variables,
              {},
              faults.has_value(),
              container.rebuilt_for,
              container.notice};
    const bool meets_others = made.starts_others || !options.universe.empty();
    if (options.processes > 0 && anew.observed.empty() && meets_others) anew.whole = made.whole;
    const bool as_it_is = options.selection.empty() && name == made_for && anew.observed.empty() &&
                          io.empty() && !anew.scheduled && !anew.faults && !anew.tools && !anew.whole &&
                          anew.container.empty();
    warn_of_uncalled(options, {path});
    const std::string file = as_it_is ? path : cut_anew(path, anew);
    set_variable("SARTOR_ORIGIN", as_it_is ? "" : std::filesystem::canonical(path).parent_path().string());
    if (schedule) run_by_schedule({program, file, options.ranks}, *schedule);
    if (faults) run_with_faults({program, file, options.ranks, options.timeout != 0}, *faults);
    if (hosts) run_on_hosts(hosts->plan, hosts->launcher, program, file);
    const MpiOfRun mpi = anew.whole ? MpiOfRun{*anew.whole, options.selection, ""} : MpiOfRun{};
    if (options.processes > 0) run_in_processes(options, program, file, anew.whole ? &mpi : nullptr);
    become(program, file);
}

void run_as_process(const std::string& path, const std::vector<std::string>& command) {
    const HowMade made = how_made(path);
    if (!is_this_computer(made.machine))
        refuse(
            "{}: made for {}, whose ranks are in one process; what starts it is run for each rank, since it "
            "reads the rank's number: name the program itself, or read MPI_Comm_rank in the program",
            path, made.machine);
    check_for_process_of(path);
    const FileLock one_at_a_time(path);
    const std::string file =
        made.machine == "fabric" ? path : cut_anew(path, {{}, "fabric", "", "", {}, false, false, false, {}});
    set_variable("SARTOR_ORIGIN", std::filesystem::canonical(path).parent_path().string());
    become(command, file);
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
    if (!options.universe.empty())
        refuse("--universe {}: start each program with its own sartor run", options.universe);
    if (!options.hosts.empty())
        refuse("--hosts: several programs in one run are possible on this computer only; leave --hosts out");
    check_for_several(options, files);
    const std::string machine = machine_for(options, "host");
    check_backlog(options, "host");
    check_trace(options, "host");
    check_profile(options, "host");
    prepare(options, "");
    warn_of_uncalled(options, files);
    const std::vector<std::string> others(files.begin() + 1, files.end());
    const std::string file =
        cut_anew(files.front(), {options.selection, machine, looked_at_by(options), "", others, true});
    set_variable("SARTOR_PROGRAMS", fmt::format("{}", fmt::join(parts, ",")));
    set_variable("SARTOR_ORIGIN", std::filesystem::canonical(files.front()).parent_path().string());
    if (options.processes > 0) run_in_processes(options, words, file);
    become(words, file);
}

} // namespace sartor::configurator
