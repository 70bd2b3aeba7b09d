// What is asked for beside compiling and running.
#include "configurator/command_line/commands.hpp"

#include "configurator/command_line/parse.hpp"
#include "configurator/explain/explain.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/scan/command.hpp"
#include "configurator/tune/tune.hpp"

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
  --topology LIST   what serves collectives: bcast=linear,allreduce=./star.hpp; a wrong name lists the known ones
  --reproducible    reductions join in the order of the ranks: equal bits at any mapping and topology
  --tuning FILE     choose what serves collectives, and messages, by the measurements of sartor tune
  -show             print the compiler's command instead of running it
  -showme:compile   print the flags for compiling
  -showme:link      print the flags for linking; others print one thing: -showme:command, incdirs, libdirs,
                    libs, version. MPICH's -compile_info and -link_info are known, too
Environment: SARTOR_CC and SARTOR_CXX name the compilers; SARTOR_CACHE the folder of cut libraries;
SARTOR_TUNING is a file as for --tuning; SARTOR_VERBOSE=1 tells each step and its time; SARTOR_KEEP=1 keeps the temporary files.
Examples:
  sartor cc -O2 -c solver.c
  sartor c++ -O2 -o solve main.cpp solver.o)";

// What the options of all these commands say.
struct Wanted {
    std::vector<std::string> files;
    std::string file;
    bool json = false;
    bool schema = false;
    std::string svg;
    TuneOptions tuning;
};

CLI::App* add_scan(CLI::App& app, Wanted& wanted) {
    CLI::App* scan = app.add_subcommand("scan", "what objects, archives, libraries and programs use of MPI");
    scan->add_option("FILE", wanted.files, "objects, archives, shared libraries, programs")->required();
    scan->add_flag("--json", wanted.json, "for other programs");
    scan->footer("Examples:\n  sartor scan main.o libtools.a\n  sartor scan --json ring");
    return scan;
}

CLI::App* add_explain(CLI::App& app, Wanted& wanted) {
    CLI::App* explained =
        app.add_subcommand("explain", "what a program's MPI is made of, why, and how large it is");
    explained->add_option("FILE", wanted.file, "a program made by sartor")->required();
    explained->add_flag("--json", wanted.json, "for other programs");
    explained->add_option("--svg", wanted.svg, "draw it to this file instead (needs Graphviz)")
        ->option_text("FILE");
    explained->footer("Examples:\n  sartor explain ring\n  sartor explain --svg ring.svg ring");
    return explained;
}

CLI::App* add_machines(CLI::App& app, Wanted& wanted) {
    CLI::App* machines = app.add_subcommand("machines", "what ranks can run on");
    machines->add_option("MACHINE", wanted.file, "one of them, or a file that describes one");
    machines->add_flag("--json", wanted.json, "for other programs");
    machines->add_flag("--schema", wanted.schema, "what may stand in a machine's file, as a JSON Schema");
    machines->footer("Examples:\n  sartor machines mppa256-andey\n  sartor machines ./mine.json");
    return machines;
}

CLI::App* add_tune(CLI::App& app, Wanted& wanted) {
    CLI::App* tuned = app.add_subcommand(
        "tune", "find out what serves collectives best, and on emulated machines messages");
    tuned->add_option("-n,--np", wanted.tuning.ranks, "numbers of ranks, the smallest first (16)")
        ->delimiter(',')
        ->option_text("N,...");
    tuned->add_option("-o", wanted.tuning.output, "the file to write (sartor.tuning)")->option_text("FILE");
    tuned
        ->add_option("--machine", wanted.tuning.machine,
                     "what to measure: this computer (host), or an emulated machine")
        ->option_text("NAME");
    tuned
        ->add_option("--only", wanted.tuning.families,
                     "only these collectives, or message: mailboxes against portals")
        ->delimiter(',')
        ->option_text("NAME,...");
    tuned->add_option("--rounds", wanted.tuning.rounds, "runs of each candidate on the host (2)")
        ->check(CLI::PositiveNumber);
    tuned->add_option("--minutes", wanted.tuning.minutes, "try nothing further after so many minutes (10)")
        ->check(CLI::PositiveNumber)
        ->option_text("M");
    tuned->footer(
        "Examples:\n  sartor tune -n 4,16 -o here.tuning && sartor cc --tuning here.tuning -O2 ...\n"
        "  sartor tune -n 16 --machine mppa256-nanvix --only message -o nanvix.tuning\n"
        "  sartor run -n 16 --machine mppa256-nanvix --tuning nanvix.tuning ./a2a");
    return tuned;
}

void refuse_unknown(CLI::App& app, const std::vector<std::string>& arguments) {
    const bool unknown =
        !arguments.empty() && !arguments.front().starts_with('-') &&
        app.get_subcommands([&](CLI::App* one) { return one->check_name(arguments.front()); }).empty();
    if (unknown) refuse("{}: no such command (see sartor --help)", arguments.front());
}

} // namespace

int other_commands(const std::vector<std::string>& arguments) {
    CLI::App app("Sartor: an MPI cut to fit the program", "sartor");
    app.set_version_flag("--version", "sartor " SARTOR_VERSION);
    app.footer(examples);
    app.require_subcommand(1);
    app.add_subcommand("cc", "the C compiler, with MPI")->footer(compile_help);
    app.add_subcommand("c++", "the C++ compiler, with MPI")->footer(compile_help);
    app.add_subcommand("run", "run a program");
    Wanted wanted;
    const CLI::App* scan = add_scan(app, wanted);
    const CLI::App* explained = add_explain(app, wanted);
    const CLI::App* machines = add_machines(app, wanted);
    const CLI::App* tuned = add_tune(app, wanted);
    refuse_unknown(app, arguments);
    return parse(app, arguments, [&] {
        if (*scan) return scan_files(wanted.files, wanted.json);
        if (*explained) explain(wanted.file, wanted.json, wanted.svg);
        if (*machines && wanted.schema) fmt::print("{}\n", machine_schema());
        if (*machines && !wanted.schema) list_machines(wanted.file, wanted.json);
        if (*tuned) tune(wanted.tuning);
        return 0;
    });
}

} // namespace sartor::configurator
