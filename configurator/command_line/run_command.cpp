// Options stand before the program; it and what follows are its own.
#include "configurator/command_line/commands.hpp"

#include "configurator/command_line/launcher_options.hpp"
#include "configurator/command_line/parse.hpp"
#include "configurator/command_line/program_blocks.hpp"
#include "configurator/run/hosts.hpp"
#include "configurator/run/reported.hpp"
#include "configurator/run/run.hpp"
#include "configurator/support/process.hpp"
#include "mpi_api/version.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <tuple>

namespace sartor::configurator {

namespace {

constexpr const char* run_examples = R"(Examples:
  sartor run -n 16 ./filter in.png out.png
  sartor run -n 192 --map scatter --tag-output ./ring
  sartor run -n 1 ./master : -n 15 ./worker --fast
  sartor run -n 192 --machine mppa256-nanvix --trace t.json --chip chip.svg ./a2a)";

constexpr const char* emulated = "Emulated machines";

// What stands first in --help.
void lead_with_common_options(CLI::App& app) {
    const char* const common = "What most runs need";
    for (const char* name : {"--np", "--machine", "--report", "--tag-output", "--timeout", "--trace",
                             "--profile", "--topology", "--processes", "--deterministic"})
        app.get_option(name)->group(common);
    app.get_help_ptr()->group(common);
}

void add_host_options(CLI::App& app, RunOptions& options) {
    app.add_option("-n,--np,--n,-c", options.ranks,
                   "number of ranks (default: the number of processes, or 1)")
        ->option_text("N");
    app.add_option(
           "--processes", options.processes,
           "divide the ranks among P processes on this computer (default: one process). The program is "
           "rebuilt for it. A program that sartor did not make, as python3, has one rank in each process")
        ->option_text("P")
        ->check(CLI::PositiveNumber);
    app.add_option(
           "--ranks", options.container,
           "what ranks are: fibers, threads or processes (default: what the program's functions need; "
           "sartor explain says why). The program is rebuilt for others")
        ->option_text("WHAT")
        ->check(CLI::IsMember({"fibers", "threads", "processes"}));
    app.add_option(
           "--universe", options.universe,
           "let this run connect to others with the same name (MPI_Comm_accept, MPI_Comm_connect); the "
           "first of them ends when all have ended")
        ->option_text("NAME");
    app.add_option(
           "--provider", options.provider,
           "move messages between processes by this provider of libfabric; fi_info lists them (default: "
           "shared memory)")
        ->option_text("NAME");
    app.add_option(
           "--machine", options.machine,
           "run on this machine: a name of sartor machines, or a file (default: the one that the program "
           "was compiled for)")
        ->option_text("NAME");
    app.add_option("--topology", options.selection.topologies,
                   "use other algorithms for collectives: bcast=linear,reduce=chain, or a network in a file: "
                   "bcast=./star.hpp. The MPI library is compiled again for it")
        ->option_text("LIST");
    app.add_flag(
        "--reproducible", options.selection.reproducible,
        "reduce in the order of the ranks: the same bits with any mapping. The MPI library is compiled "
        "again for it");
    app.add_option(
           "--tuning", options.selection.tuning,
           "use the algorithms that sartor tune has measured as the fastest. The MPI library is compiled "
           "again for it")
        ->option_text("FILE");
    app.add_option("--map", options.mapping,
                   "put neighbouring ranks on one core (compact, the default), or deal ranks out (scatter)")
        ->check(CLI::IsMember({"compact", "scatter"}));
    app.add_option("--stack", options.stack,
                   "stack of each rank in bytes: 256K, 8M... (default: ulimit -s, or the machine's)")
        ->option_text("SIZE");
    app.add_option("--cores", options.cores,
                   "use these logical processors: 0,2-3 (default: all that the process may use)")
        ->option_text("LIST");
    app.add_option("--bind", options.binding,
                   "bind workers to cores near each other (compact, the default), far from each other "
                   "(spread), or to "
                   "none")
        ->check(CLI::IsMember({"compact", "spread", "none"}));
    app.add_option("--debug-images", options.debug_images,
                   "keep the ranks' copies of the program as files in this folder, for debuggers")
        ->option_text("DIR");
    app.add_flag(
        "--deterministic", options.deterministic,
        "run all ranks on one core, in turn, at fixed addresses: equal input gives the same order of "
        "messages and the same output each time");
    app.add_option(
           "--faults", options.faults,
           "let ranks of a program fail that goes on without them (MPIX_Comm_shrink and its like): "
           "kill:RANK@CALL at a rank's call of MPI, counted from 1, random[:SEED] at one that is drawn, "
           "explore at each call of each rank, one run for each, with a table at the end, explore:2 and then "
           "a second rank at each call that follows")
        ->option_text("HOW");
    app.add_option("--schedule", options.schedule,
                   "try other orders of what MPI leaves open (matches of receives from any source, "
                   "completion, tests, "
                   "locks and updates of windows, who runs next): random[:SEED] draws them, explore[:RUNS] "
                   "tries all of "
                   "them in up to RUNS runs (default: 1000), replay:FILE repeats a run")
        ->option_text("HOW");
    app.add_flag("--tag-output,-l", options.tag_output, "begin each line of output with its rank");
    app.add_option(
           "--output-filename", options.output_folder,
           "write the output of each rank to DIR/1/rank.N/stdout and stderr, too; with :nocopy only there")
        ->option_text("DIR[:nocopy]");
    app.add_flag("--report", options.report,
                 "list at the end the MPI objects that were not freed and the messages that were not "
                 "received. With "
                 "files, write all reports to them: .sarif (for code hosts), .json or .html; %p in a name is "
                 "the number "
                 "of the process")
        ->option_text("[=FILE[,FILE...]]");
    app.add_option("--suppressions", options.suppressions,
                   "in a program built with --checked, do not report findings that this file names: lines of "
                   "a kind and a pattern of functions or files; comments begin with #")
        ->option_text("FILE");
    app.add_flag(
        "--watch-all", options.watch_all,
        "in a program built with --checked, watch the buffers of all immediate operations, not only of each "
        "rank's first 16384 and of one in 32 later ones (--deterministic and --schedule imply it)");
    app.add_flag(
        "--variables", options.variables,
        "list the variables of the tool interface (MPI_T_...) with their meaning instead of running the "
        "program");
    app.add_option("--backlog", options.backlog,
                   "copy at most this many bytes of unreceived messages for each rank of a core; then sends "
                   "wait: 0, or "
                   "64K and more (default: 64M)")
        ->option_text("SIZE");
    app.add_option("--watchdog", options.watchdog,
                   "end the run if no message is delivered for this many seconds (default: never)")
        ->option_text("SECONDS");
    app.add_option("--timeout", options.timeout,
                   "end the run after this many seconds with a report of where its ranks are, exit code 124 "
                   "(default: never). SIGUSR1 asks for the report at any time")
        ->option_text("SECONDS")
        ->envname("MPIEXEC_TIMEOUT") // of other launchers
        ->check(CLI::PositiveNumber);
    app.add_flag("--show-placement", options.show_placement,
                 "print on standard error which ranks run on which core");
}

void add_emulation_options(CLI::App& app, RunOptions& options) {
    const auto add = [&](const char* name, auto& value, const char* text, const char* about) {
        app.add_option(name, value, about)->option_text(text)->group(emulated);
    };
    add("--per-cluster", options.per_cluster, "K", "most ranks in one cluster (default: the machine's)");
    add("--threads", options.threads, "K",
        "PEs of each rank, for the threads of its OpenMP regions (default: 1)");
    add("--io", options.io, "PROGRAM",
        "run this program as one more rank, on an I/O subsystem, in MPI_COMM_LOCAL");
    add("--place", options.placement, "LIST", "each rank's cluster or I/O subsystem: 0,15,io0");
    add("--names", options.names, "HOW",
        "the name service: on, off, no-cache, forward or no-cache,forward (default: the machine's)");
    add("--compute", options.compute, "HOW",
        "virtual time of computing: none, measured or measured:FACTOR (default: none)");
    add("--smem", options.smem, "SIZE",
        "memory of a cluster in bytes: unlimited, or 4M... (default: the machine's)");
    add("--json", options.json, "FILE", "write the summary to this file as JSON");
    app.add_flag("--no-summary", options.no_summary, "print no summary on standard error")->group(emulated);
    app.add_flag("--no-shortcut", options.no_shortcut,
                 "messages inside a cluster take the protocols of messages between clusters")
        ->group(emulated);
}

void add_limits(CLI::App& app, RunOptions& options) {
    for (const auto& [name, limit, meaning] :
         {std::tuple{"--eager-limit", &options.eager_limit,
                     "longest message, in bytes, sent in control messages (default: the machine's)"},
          std::tuple{"--lazy-limit", &options.lazy_limit,
                     "longest message, in bytes, buffered at its sender (default: the machine's)"},
          std::tuple{"--dma-limit", &options.dma_limit,
                     "shortest message, in bytes, of a blocking send that the DMA engine moves (default: the "
                     "machine's)"}})
        app.add_option(name, *limit, meaning)->option_text("SIZE")->group(emulated);
}

void add_observers(CLI::App& app, RunOptions& options) {
    const char* const observing = "Observing (the program is rebuilt for it)";
    for (const auto& [name, file, meaning] :
         {std::tuple{"--trace", &options.trace,
                     "write a trace of all events for Perfetto (ui.perfetto.dev); NAME.otf2, on this "
                     "computer: a folder "
                     "with an OTF2 archive, for Vampir, Scalasca and Cube"},
          std::tuple{"--chip", &options.chip,
                     "draw the emulated chip with the loads of links and memories, SVG"},
          std::tuple{"--matrix", &options.matrix,
                     "draw the matrix of bytes from rank to rank of an emulated machine, SVG"}})
        app.add_option(name, *file, meaning)->option_text("FILE")->group(observing);
    app.add_option("--trace-limit", options.trace_limit,
                   "largest size of the trace in bytes: 500M, 2G... (default: 100M)")
        ->option_text("SIZE")
        ->group(observing);
    app.add_flag(
           "--profile", options.profile,
           "report at the end which MPI calls took how long and why ranks waited in them; also write it to "
           "these files, .json or .html (this computer only)")
        ->option_text("[=FILE[,FILE]]")
        ->group(observing);
}

// The option that an argument spells, and how many of the next arguments are its values. -n5 and
// --map=scatter hold theirs.
struct Spelled {
    const CLI::Option* option;
    int values;
};

Spelled spelled(const CLI::App& app, const std::string& argument) {
    const std::string name = argument.substr(0, argument.find('='));
    if (const CLI::Option* option = app.get_option_no_throw(name))
        return {option,
                name == argument && option->get_items_expected_max() > 0 ? option->get_type_size() : 0};
    const bool short_with_value = argument.size() > 2 && argument[1] != '-';
    return {short_with_value ? app.get_option_no_throw(argument.substr(0, 2)) : nullptr, 0};
}

// CLI11 has no options of one dash and several letters, as other launchers do: -np becomes --np.
void spell_commonly(const CLI::App& app, std::string& argument) {
    const bool one_dash = argument.size() > 2 && argument[1] != '-';
    const std::string two_dashes = "-" + argument;
    if (one_dash && app.get_option_no_throw(two_dashes.substr(0, two_dashes.find('='))) != nullptr)
        argument = two_dashes;
}

// The program and what follows it are not given to the parser.
std::vector<std::string> take_program(const CLI::App& app, std::vector<std::string>& arguments) {
    std::size_t index = 0;
    while (index < arguments.size() && arguments[index].starts_with('-') && arguments[index] != "--") {
        spell_commonly(app, arguments[index]);
        if (index + 1 < arguments.size()) spell_for_parser(arguments[index], arguments[index + 1]);
        const Spelled found = spelled(app, arguments[index]);
        if (found.option == nullptr) refuse("{}: unknown option (see sartor run --help)", arguments[index]);
        index += 1 + static_cast<std::size_t>(found.values);
    }
    index = std::min(index, arguments.size());
    const bool separated = index < arguments.size() && arguments[index] == "--";
    std::vector<std::string> program(
        arguments.begin() + static_cast<std::ptrdiff_t>(index + (separated ? 1 : 0)), arguments.end());
    arguments.resize(index);
    return program;
}

// The second and further programs of a command line; the options of the first program are for all.
ProgramBlock further_program(const std::string& name, std::vector<std::string> arguments) {
    ProgramBlock block;
    CLI::App app("", name);
    app.add_option("-n,--np,--n,-c", block.ranks);
    std::vector<HostRanks> hosts;
    add_options_of_each_program(app, hosts);
    try {
        block.command = take_program(app, arguments);
    } catch (const Error& error) {
        refuse("{}; with several programs, only the first takes options other than -n; these options are for "
               "all programs",
               error.what());
    }
    parse(app, arguments, [] { return 0; });
    if (block.command.empty()) refuse("no program after a colon (see {} --help)", name);
    if (!are_this_computer(hosts))
        refuse("{}: several programs in one run are possible on this computer only; leave the host out",
               hosts.front().name);
    return block;
}

// options.ranks becomes the sum.
std::vector<ProgramBlock> read_blocks(const std::string& name, RunOptions& options,
                                      const std::vector<std::string>& first,
                                      const std::vector<std::vector<std::string>>& arguments) {
    std::vector<ProgramBlock> blocks = {{options.ranks, first}};
    for (std::size_t index = 1; index < arguments.size(); ++index)
        blocks.push_back(further_program(name, arguments[index]));
    if (blocks.size() == 1) return blocks;
    options.ranks = 0;
    for (const ProgramBlock& block : blocks) {
        if (block.ranks < 1) refuse("-n {}: each program has at least one rank", block.ranks);
        options.ranks += block.ranks;
    }
    return blocks;
}

[[noreturn]] void run_blocks(const RunOptions& options, const std::vector<ProgramBlock>& blocks) {
    if (blocks.size() > 1) run_programs(options, blocks);
    run_program(options, blocks.front().command);
}

// The file's words stand for the option that names it; what is after that is part of them.
std::vector<std::string> with_words_of_file(const std::vector<std::string>& given,
                                            const std::vector<std::string>& options,
                                            const std::string& file) {
    const auto name = std::ranges::find_if(options, [](const std::string& option) {
        return option.starts_with("--configfile") || option.starts_with("--app");
    });
    const auto index = name - options.begin();
    const bool joined = name->find('=') != std::string::npos;
    std::vector<std::string> words(given.begin(), given.begin() + index);
    append(words, words_of_file(file));
    words.insert(words.end(), given.begin() + index + (joined ? 1 : 2), given.end());
    return words;
}

// The programs with their arguments, colons between them.
std::vector<std::string> words_of(const std::vector<ProgramBlock>& blocks) {
    std::vector<std::string> words;
    for (const ProgramBlock& block : blocks) {
        if (!words.empty()) words.emplace_back(":");
        words.insert(words.end(), block.command.begin(), block.command.end());
    }
    return words;
}

} // namespace

int run_command(const std::string& name, const std::vector<std::string>& given) {
    RunOptions options;
    CLI::App app(
        fmt::format(
            "Runs a program made by sartor: {} [OPTIONS] PROGRAM [ARGUMENTS...]\n"
            "Everything after PROGRAM belongs to it. Several programs share MPI_COMM_WORLD:\n"
            "  {} [OPTIONS] PROGRAM [ARGUMENTS...] : [-n N] PROGRAM [ARGUMENTS...]\n"
            "Behind -- a colon is an argument like others. Options of other launchers that mean nothing "
            "here, such as --mca,\nare taken, and the run names them.",
            name, name),
        name);
    add_host_options(app, options);
    add_emulation_options(app, options);
    add_limits(app, options);
    add_observers(app, options);
    LauncherOptions others;
    add_launcher_options(app, others, options);
    app.set_version_flag("--version,-V", "sartor " SARTOR_VERSION);
    lead_with_common_options(app);
    app.footer(run_examples);
    const std::vector<std::vector<std::string>> blocks = split_at_colons(given);
    std::vector<std::string> arguments = blocks.front();
    const std::vector<std::string> program = take_program(app, arguments);
    return parse(app, arguments, [&]() -> int {
        if (!others.file.empty()) return run_command(name, with_words_of_file(given, arguments, others.file));
        if (program.empty()) refuse("no program to run (see {} --help)", name);
        options.ranks_given = app.count("--np") > 0;
        apply(others, options);
        if (options.processes > 0 && app.count("--np") == 0 && blocks.size() == 1)
            options.ranks = options.processes;
        if (are_this_computer(options.hosts)) options.hosts.clear();
        const std::vector<ProgramBlock> programs = read_blocks(name, options, program, blocks);
        if (!options.report.empty() && options.report != "true")
            run_and_report(options, words_of(programs),
                           [&](const RunOptions& chosen) { run_blocks(chosen, programs); });
        run_blocks(options, programs);
    });
}

} // namespace sartor::configurator
