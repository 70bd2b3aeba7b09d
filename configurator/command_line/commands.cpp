// Parsed with CLI11; wrong usage ends with exit code 2.
#include "configurator/command_line/commands.hpp"

#include "configurator/explain/explain.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/run/run.hpp"
#include "configurator/scan/command.hpp"
#include "configurator/support/error.hpp"
#include "configurator/tune/tune.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace sartor::configurator {

namespace {

constexpr const char* examples = R"(Examples:
  sartor cc -O2 -o ring ring.c     compile, look what of MPI the program uses, cut the MPI for it
  sartor run -n 192 ring           run it with 192 ranks
  sartor scan ring.o libtools.a    which MPI functions, constants and globals are in there
  sartor explain ring              what its MPI is made of, why, and how large it is
Other tools know these as sartor-mpicc, sartor-mpicxx, sartor-mpiexec: cmake -DCMAKE_C_COMPILER=sartor-mpicc)";

constexpr const char* compile_help = R"(Takes what the compiler takes, and:
  --machine NAME    the machine to cut the MPI for (default: host); a file with / or .json in its name
  --checked         messages carry the datatype of their data, and receives compare it
  --incomplete      link a program that names functions which sartor does not have; calling one ends the run
  --topology LIST   what serves collectives: bcast=linear,allreduce=ring; a wrong name lists the known ones
  --reproducible    reductions join in the order of the ranks: equal bits at any mapping and topology
  --tuning FILE     choose what serves collectives, and messages, by the measurements of sartor tune
  -show             print the compiler's command instead of running it
  -showme:compile   print the flags for compiling
  -showme:link      print the flags for linking
Environment: SARTOR_CC and SARTOR_CXX name the compilers; SARTOR_CACHE the folder of cut libraries;
SARTOR_TUNING is a file as for --tuning; SARTOR_VERBOSE=1 tells each step and its time; SARTOR_KEEP=1 keeps the temporary files.
Examples:
  sartor cc -O2 -c solver.c
  sartor c++ -O2 -o solve main.cpp solver.o)";

constexpr const char* run_examples = R"(Examples:
  sartor run -n 16 ./filter in.png out.png
  sartor run -n 192 --map scatter --tag-output ./ring
  sartor run -n 192 --machine mppa256-nanvix --trace t.json --chip chip.svg ./a2a)";

// Help and versions end with 0, everything else that CLI11 refuses is wrong usage.
template <typename Act>
int parse(CLI::App& app, std::vector<std::string> arguments, const Act& act) {
    std::reverse(arguments.begin(), arguments.end());
    try {
        app.parse(arguments);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        refuse("{} (see {} --help)", error.what(), app.get_name());
    }
    return act();
}

void add_run_options(CLI::App& app, RunOptions& options) {
    app.add_option("-n,--np", options.ranks, "number of ranks (1)")->option_text("N");
    app.add_option("--machine", options.machine, "what the ranks run on (what the program was cut for)")
        ->option_text("NAME");
    app.add_option("--topology", options.selection.topologies,
                   "cut the program anew with other algorithms: bcast=linear,reduce=chain")
        ->option_text("LIST");
    app.add_flag("--reproducible", options.selection.reproducible,
                 "cut the program anew with reductions in the order of the ranks");
    app.add_option("--tuning", options.selection.tuning,
                   "cut the program anew by the measurements of sartor tune")
        ->option_text("FILE");
    app.add_option("--map", options.mapping, "neighbouring ranks on one core, or dealt out")
        ->check(CLI::IsMember({"compact", "scatter"}));
    app.add_option("--stack", options.stack, "stack of each rank: 256K, 8M...")->option_text("SIZE");
    app.add_option("--cores", options.cores, "the logical processors to use: 0,2-3")->option_text("LIST");
    app.add_option(
           "--bind", options.binding,
           "the cores that workers are bound to: near each other (compact), far from each other, or none")
        ->check(CLI::IsMember({"compact", "spread", "none"}));
    app.add_option("--debug-images", options.debug_images, "keep each rank's image in this folder, for gdb")
        ->option_text("DIR");
    app.add_flag("--tag-output", options.tag_output, "each line of output begins with its rank");
    app.add_flag("--report", options.report, "say at the end what was not freed or never received");
    app.add_option("--watchdog", options.watchdog, "end a run that delivers no message for so many seconds")
        ->option_text("SECONDS");
    const char* const emulated = "Emulated machines";
    app.add_option("--per-cluster", options.per_cluster, "most ranks of a cluster")
        ->option_text("K")
        ->group(emulated);
    app.add_option("--io", options.io, "a program for one more rank, on an I/O subsystem, in MPI_COMM_LOCAL")
        ->option_text("PROGRAM")
        ->group(emulated);
    app.add_option("--place", options.placement, "each rank's cluster or I/O subsystem: 0,15,io0")
        ->option_text("LIST")
        ->group(emulated);
    app.add_option("--names", options.names,
                   "the name service: on, off, no-cache, forward or no-cache,forward")
        ->option_text("HOW")
        ->group(emulated);
    app.add_option("--compute", options.compute,
                   "time of computing: none, measured or measured:FACTOR (none)")
        ->option_text("HOW")
        ->group(emulated);
    app.add_option("--smem", options.smem, "memory of a cluster: unlimited, or 4M... (the machine's)")
        ->option_text("SIZE")
        ->group(emulated);
    app.add_option("--json", options.json, "write the summary to this file")
        ->option_text("FILE")
        ->group(emulated);
    const char* const looking_on = "Looking on, on emulated machines (the program is cut anew for it)";
    for (const auto& [name, file, meaning] :
         {std::tuple{"--trace", &options.trace, "what happened when, for Perfetto (ui.perfetto.dev)"},
          std::tuple{"--chip", &options.chip, "the chip with loads of links and memories, SVG"},
          std::tuple{"--matrix", &options.matrix, "who sent how much to whom, SVG"}})
        app.add_option(name, *file, meaning)->option_text("FILE")->group(looking_on);
    app.add_option("--trace-limit", options.trace_limit, "size of the trace: 500M, 2G... (100M)")
        ->option_text("SIZE")
        ->group(looking_on);
    app.add_flag("--no-summary", options.no_summary, "no summary on standard error")->group(emulated);
    app.add_flag("--no-shortcut", options.no_shortcut, "ranks of a cluster talk as those of different ones")
        ->group(emulated);
    for (const auto& [name, limit, meaning] :
         {std::tuple{"--eager-limit", &options.eager_limit, "longest message sent in control messages"},
          std::tuple{"--lazy-limit", &options.lazy_limit, "longest message buffered at its sender"},
          std::tuple{"--dma-limit", &options.dma_limit,
                     "shortest message of a blocking send for the DMA engine"}})
        app.add_option(name, *limit, meaning)->option_text("SIZE")->group(emulated);
    app.add_flag("--show-placement", options.say_placement,
                 "say on standard error which ranks run on which core");
}

// CLI11 knows no options of one dash and several letters.
std::vector<std::string> with_common_spellings(std::vector<std::string> arguments) {
    for (std::string& argument : arguments) {
        if (!argument.starts_with('-')) break;
        if (argument == "-np") argument = "--np";
    }
    return arguments;
}

// The option that an argument spells, and whether its value is the next argument. -n5 and --map=scatter hold
// it.
struct Spelled {
    const CLI::Option* option;
    bool takes_next;
};

Spelled spelled(const CLI::App& app, const std::string& argument) {
    const std::string name = argument.substr(0, argument.find('='));
    if (const CLI::Option* option = app.get_option_no_throw(name))
        return {option, name == argument && option->get_items_expected_max() > 0};
    const bool short_with_value = argument.size() > 2 && argument[1] != '-';
    return {short_with_value ? app.get_option_no_throw(argument.substr(0, 2)) : nullptr, false};
}

// The program and what follows it are kept away from the parser.
std::vector<std::string> take_program(const CLI::App& app, std::vector<std::string>& arguments) {
    std::size_t place = 0;
    while (place < arguments.size() && arguments[place].starts_with('-') && arguments[place] != "--") {
        const Spelled found = spelled(app, arguments[place]);
        if (found.option == nullptr) refuse("{}: unknown option (see sartor run --help)", arguments[place]);
        place += found.takes_next ? 2 : 1;
    }
    place = std::min(place, arguments.size());
    const bool separated = place < arguments.size() && arguments[place] == "--";
    std::vector<std::string> program(
        arguments.begin() + static_cast<std::ptrdiff_t>(place + (separated ? 1 : 0)), arguments.end());
    arguments.resize(place);
    return program;
}

} // namespace

int run_command(const std::string& name, const std::vector<std::string>& given) {
    RunOptions options;
    CLI::App app(fmt::format("Runs a program made by sartor: {} [OPTIONS] PROGRAM [ARGUMENTS...]\n"
                             "Everything after PROGRAM belongs to it.",
                             name),
                 name);
    add_run_options(app, options);
    app.footer(run_examples);
    std::vector<std::string> arguments = given;
    arguments = with_common_spellings(arguments);
    const std::vector<std::string> program = take_program(app, arguments);
    return parse(app, arguments, [&]() -> int {
        if (program.empty()) refuse("no program to run (see {} --help)", name);
        run_program(options, program);
    });
}

int other_commands(const std::vector<std::string>& arguments) {
    CLI::App app("Sartor: an MPI cut to fit the program", "sartor");
    app.set_version_flag("--version", "sartor " SARTOR_VERSION);
    app.footer(examples);
    app.require_subcommand(1);
    std::vector<std::string> files;
    std::string file;
    bool json = false;
    bool schema = false;

    app.add_subcommand("cc", "the C compiler, with MPI")->footer(compile_help);
    app.add_subcommand("c++", "the C++ compiler, with MPI")->footer(compile_help);
    app.add_subcommand("run", "run a program");
    CLI::App* scan = app.add_subcommand("scan", "what objects, archives, libraries and programs use of MPI");
    scan->add_option("FILE", files, "objects, archives, shared libraries, programs")->required();
    scan->add_flag("--json", json, "for other programs");
    scan->footer("Examples:\n  sartor scan main.o libtools.a\n  sartor scan --json ring");
    CLI::App* explained =
        app.add_subcommand("explain", "what a program's MPI is made of, why, and how large it is");
    explained->add_option("FILE", file, "a program made by sartor")->required();
    explained->add_flag("--json", json, "for other programs");
    std::string svg;
    explained->add_option("--svg", svg, "draw it to this file instead (needs Graphviz)")->option_text("FILE");
    explained->footer("Examples:\n  sartor explain ring\n  sartor explain --svg ring.svg ring");
    CLI::App* machines = app.add_subcommand("machines", "what ranks can run on");
    machines->add_option("MACHINE", file, "one of them, or a file that describes one");
    machines->add_flag("--json", json, "for other programs");
    machines->add_flag("--schema", schema, "what may stand in a machine's file, as a JSON Schema");
    machines->footer("Examples:\n  sartor machines mppa256-andey\n  sartor machines ./mine.json");

    TuneOptions tuning;
    CLI::App* tuned = app.add_subcommand(
        "tune", "find out what serves collectives best, and on emulated machines messages");
    tuned->add_option("-n,--np", tuning.ranks, "numbers of ranks, the smallest first (16)")
        ->delimiter(',')
        ->option_text("N,...");
    tuned->add_option("-o", tuning.output, "the file to write (sartor.tuning)")->option_text("FILE");
    tuned
        ->add_option("--machine", tuning.machine,
                     "what to measure: this computer (host), or an emulated machine")
        ->option_text("NAME");
    tuned
        ->add_option("--only", tuning.families,
                     "only these collectives, or message: mailboxes against portals")
        ->delimiter(',')
        ->option_text("NAME,...");
    tuned->add_option("--rounds", tuning.rounds, "runs of each candidate on the host (2)")
        ->check(CLI::PositiveNumber);
    tuned->add_option("--minutes", tuning.minutes, "try nothing further after so many minutes (10)")
        ->check(CLI::PositiveNumber)
        ->option_text("M");
    tuned->footer(
        "Examples:\n  sartor tune -n 4,16 -o here.tuning && sartor cc --tuning here.tuning -O2 ...\n"
        "  sartor tune -n 16 --machine mppa256-nanvix --only message -o nanvix.tuning\n"
        "  sartor run -n 16 --machine mppa256-nanvix --tuning nanvix.tuning ./a2a");

    const bool unknown =
        !arguments.empty() && !arguments.front().starts_with('-') &&
        app.get_subcommands([&](CLI::App* one) { return one->check_name(arguments.front()); }).empty();
    if (unknown) refuse("{}: no such command (see sartor --help)", arguments.front());
    return parse(app, arguments, [&] {
        if (*scan) return scan_files(files, json);
        if (*explained) explain(file, json, svg);
        if (*machines && schema) fmt::print("{}\n", machine_schema());
        if (*machines && !schema) list_machines(file, json);
        if (*tuned) tune(tuning);
        return 0;
    });
}

} // namespace sartor::configurator
