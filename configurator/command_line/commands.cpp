// The commands other than compiling and running: scan, explain, machines, tune, sweep, experiment, report,
// calibrate.
#include "configurator/command_line/commands.hpp"

#include "configurator/calibrate/calibrate.hpp"
#include "configurator/command_line/parse.hpp"
#include "configurator/experiment/experiment.hpp"
#include "configurator/explain/explain.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/report/report.hpp"
#include "configurator/scan/command.hpp"
#include "configurator/sweep/sweep.hpp"
#include "configurator/tune/tune.hpp"

namespace sartor::configurator {

namespace {

constexpr const char* examples = R"(Examples:
  sartor cc -O2 -o ring ring.c     compile a program, and the MPI library with the parts of MPI that it uses
  sartor run -n 192 ring           run it with 192 ranks
  sartor scan ring.o libtools.a    list the MPI functions, constants and globals that these use
  sartor explain ring              list the components of its MPI, the reason for each, and their sizes
Names for other tools: sartor-mpicc, sartor-mpicxx, sartor-mpifort, sartor-mpiexec: cmake -DCMAKE_C_COMPILER=sartor-mpicc)";

constexpr const char* compile_help = R"(Takes what the compiler takes, and:
  --machine NAME    the machine to cut the MPI for (default: host); a file with / or .json in its name
  --cover WHAT      an MPI library for many programs, compiled once: `all` of MPI, or what FILE[,FILE...] use besides
                    (objects, archives, programs). Quick to link, slower to run (default: what this program uses)
  --checked         look for mistakes beyond wrong arguments: datatypes of sender and receiver, collectives that differ,
                    buffers in use, conflicts in windows, reliance on buffering (default: no)
  --observed        runs are traced and profiled whoever starts them: SARTOR_TRACE and SARTOR_PROFILE name files, as
                    sartor run --trace and --profile do, which need no such program (default: no)
  --topology LIST   algorithms of collectives: bcast=linear,allreduce=./star.hpp; a wrong name lists the valid ones
  --reproducible    reductions in the order of the ranks: the same bits with any mapping and topology
  --tuning FILE     algorithms of collectives, and limits of messages, as sartor tune has measured them
  -show             print the compiler's command instead of running it
  -showme:compile   print the flags for compiling
  -showme:link      print the flags for linking; others print one thing: -showme:command, incdirs, libdirs,
                    libs, version. MPICH's -compile_info and -link_info work, too
Environment: SARTOR_CC, SARTOR_CXX and SARTOR_FC name the compilers (default: those that Sartor was built with);
SARTOR_CACHE the folder of compiled libraries (default: ~/.cache/sartor), SARTOR_SHARED_CACHE one that is only read;
SARTOR_COVER is as --cover; SARTOR_TUNING is a file as for --tuning; SARTOR_VERBOSE=1 prints
each step and its time, SARTOR_VERBOSE=0 not even that an MPI library is compiled; SARTOR_KEEP=1 keeps the temporary
files; SARTOR_CHECKED=1 is as --checked, for build systems.
Examples:
  sartor cc -O2 -c solver.c
  sartor c++ -O2 -o solve main.cpp solver.o
  sartor fc -O2 -o heat heat.f90)";

// The values of the options of these commands.
struct Wanted {
    std::vector<std::string> files;
    std::string file;
    bool json = false;
    bool schema = false;
    std::string svg;
    TuneOptions tuning;
    SweepOptions sweep;
    ExperimentOptions experiment;
    ReportOptions report;
    CalibrateOptions calibrate;
};

CLI::App* add_scan(CLI::App& app, Wanted& wanted) {
    CLI::App* scan =
        app.add_subcommand("scan", "list what objects, archives, libraries and programs use of MPI");
    scan->add_option("FILE", wanted.files, "objects, archives, shared libraries, programs")->required();
    scan->add_flag("--json", wanted.json, "print JSON, for other programs");
    scan->footer("Examples:\n  sartor scan main.o libtools.a\n  sartor scan --json ring");
    return scan;
}

CLI::App* add_explain(CLI::App& app, Wanted& wanted) {
    CLI::App* explained = app.add_subcommand(
        "explain", "list the components of a program's MPI, the reason for each, and their sizes");
    explained->add_option("FILE", wanted.file, "a program made by sartor")->required();
    explained->add_flag("--json", wanted.json, "print JSON, for other programs");
    explained->add_option("--svg", wanted.svg, "draw it to this file instead (needs Graphviz)")
        ->option_text("FILE");
    explained->footer("Examples:\n  sartor explain ring\n  sartor explain --svg ring.svg ring");
    return explained;
}

CLI::App* add_machines(CLI::App& app, Wanted& wanted) {
    CLI::App* machines = app.add_subcommand("machines", "list the machines that ranks can run on");
    machines->add_option("MACHINE", wanted.file, "one of them, or a file that describes one");
    machines->add_flag("--json", wanted.json, "print JSON, for other programs");
    machines->add_flag("--schema", wanted.schema, "print the JSON Schema of machine files");
    machines->footer("Examples:\n  sartor machines mppa256-andey\n  sartor machines ./mine.json");
    return machines;
}

CLI::App* add_tune(CLI::App& app, Wanted& wanted) {
    CLI::App* tuned = app.add_subcommand(
        "tune", "measure the algorithms of collectives, and on emulated machines the protocols of messages");
    tuned->add_option("-n,--np", wanted.tuning.ranks, "numbers of ranks, the smallest first (default: 16)")
        ->delimiter(',')
        ->option_text("N,...");
    tuned->add_option("-o", wanted.tuning.output, "the file to write (default: sartor.tuning)")
        ->option_text("FILE");
    tuned
        ->add_option("--machine", wanted.tuning.machine,
                     "what to measure: this computer (host, the default), or an emulated machine")
        ->option_text("NAME");
    tuned
        ->add_option("--processes", wanted.tuning.processes,
                     "measure between so many processes of this computer (the machine fabric)")
        ->check(CLI::PositiveNumber);
    tuned
        ->add_option("--hosts", wanted.tuning.hosts,
                     "measure between these computers, as sartor run --hosts would use them")
        ->option_text("NAME[:N],...");
    tuned->add_option("--hostfile", wanted.tuning.hostfile, "the same; a file names them")
        ->option_text("FILE");
    tuned
        ->add_option("--only", wanted.tuning.families,
                     "only these collectives, or message: mailboxes against portals (default: all)")
        ->delimiter(',')
        ->option_text("NAME,...");
    tuned->add_option("--rounds", wanted.tuning.rounds, "runs of each candidate on the host (default: 2)")
        ->check(CLI::PositiveNumber);
    tuned
        ->add_option("--minutes", wanted.tuning.minutes,
                     "try no further candidate after so many minutes (default: 10)")
        ->check(CLI::PositiveNumber)
        ->option_text("M");
    tuned->footer(
        "Examples:\n  sartor tune -n 4,16 -o here.tuning && sartor cc --tuning here.tuning -O2 ...\n"
        "  sartor tune -n 16 --hosts a:8,b:8 -o both.tuning && sartor cc --machine fabric --tuning "
        "both.tuning "
        "...\n"
        "  sartor tune -n 16 --machine mppa256-nanvix --only message -o nanvix.tuning\n"
        "  sartor run -n 16 --machine mppa256-nanvix --tuning nanvix.tuning ./a2a");
    return tuned;
}

CLI::App* add_sweep(CLI::App& app, Wanted& wanted) {
    SweepOptions& options = wanted.sweep;
    CLI::App* swept = app.add_subcommand(
        "sweep", "compare variations of an emulated machine, or algorithms of collectives, with a program");
    swept
        ->add_option("--machine", options.machine,
                     "an emulated machine, or a file that describes one (default: this computer, host)")
        ->option_text("NAME");
    swept
        ->add_option(
            "--vary", options.variations,
            "a constant of the machine, and its values: smem=0.5MB..4MB (doubled), clusters=4,16; or a "
            "collective, and its algorithms: bcast=tree,chain,./x.hpp; with several, all combinations")
        ->required()
        ->allow_extra_args(false)
        ->option_text("NAME=VALUES");
    swept
        ->add_option("-n,--np", options.ranks,
                     "ranks, several numbers to compare them (default: as many as each variation has room "
                     "for; on this computer 16)")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::PositiveNumber)
        ->option_text("N,...");
    swept
        ->add_option("--runs", options.runs,
                     "runs of each combination on this computer, whose times vary (default: 5)")
        ->check(CLI::PositiveNumber);
    swept->add_option("--csv", options.csv, "also write the numbers to this file")->option_text("FILE");
    swept->add_option("--json", options.json, "also write the numbers to this file")->option_text("FILE");
    swept->add_option("--html", options.page, "also write a page with plots of the numbers")
        ->option_text("FILE");
    swept->add_option("PROGRAM", options.command, "a program made by sartor, and its arguments")->required();
    swept->positionals_at_end();
    swept->prefix_command();
    swept->footer(
        "Examples:\n"
        "  sartor sweep --machine mppa256-nanvix --vary smem=0.5MB..4MB --vary clusters=4..64 kmeans\n"
        "  sartor sweep --machine ring8 --vary link_cycles=1,2,4 -n 8 --html page.html ./a2a 3\n"
        "  sartor sweep --vary bcast=tree,chain,./x.hpp -n 4,16,64 --html page.html ./bcast");
    return swept;
}

CLI::App* add_experiment(CLI::App& app, Wanted& wanted) {
    ExperimentOptions& options = wanted.experiment;
    CLI::App* added = app.add_subcommand(
        "experiment", "run what the papers published, and compare: list, run NAME..., all");
    added
        ->add_option(
            "WORDS", options.words,
            "list: the experiments; run and their names, or files that describe some; all: each of them")
        ->required();
    added->add_flag("--quick", options.quick, "less of what takes long");
    added->add_flag("--emulated", options.emulated,
                    "all: only those on emulated machines, whose numbers are the same everywhere");
    added
        ->add_option(
            "-o", options.folder,
            "the folder of results, NAME.json and NAME.csv; runs that it has already are not repeated "
            "as long as nothing has changed (default: sartor-experiments)")
        ->option_text("FOLDER");
    added
        ->add_option("--set", options.sets,
                     "another value of a constant of the machines, as in machine files: portal_open=5000")
        ->allow_extra_args(false)
        ->option_text("NAME=VALUE");
    added->add_flag("--fresh", options.fresh, "run again what the folder has already");
    added->footer("The exit code is 1 when a result is further from the published one than its limit.\n"
                  "Examples:\n  sartor experiment list\n  sartor experiment run mppa-mpi-table-4\n"
                  "  sartor experiment all --quick && sartor report sartor-experiments\n"
                  "  sartor experiment run aos-table-1 --set put_settle=2400 -o varied");
    return added;
}

CLI::App* add_report(CLI::App& app, Wanted& wanted) {
    CLI::App* added =
        app.add_subcommand("report", "make a page of results, traces, profiles and summaries of runs");
    added
        ->add_option(
            "FILE", wanted.report.files,
            "results of sartor experiment, or a folder of them, traces (sartor run --trace), profiles "
            "(sartor "
            "run --profile=FILE.json), summaries of runs on emulated machines (sartor run --json), programs "
            "made by sartor")
        ->required();
    added->add_option("--machine", wanted.report.machine, "show programs as cut for this machine")
        ->option_text("NAME|FILE");
    added
        ->add_option("-o", wanted.report.output,
                     "the page (default: report.html), or the picture of a chip (.svg)")
        ->option_text("FILE");
    added->footer("Examples:\n  sartor experiment all --quick && sartor report sartor-experiments\n"
                  "  sartor run -n 192 --machine mppa256-nanvix --trace t.json --json run.json ./a2a 3\n"
                  "  sartor report t.json run.json a2a --machine mppa256-nanvix -o a2a.html");
    return added;
}

CLI::App* add_calibrate(CLI::App& app, Wanted& wanted) {
    CalibrateOptions& options = wanted.calibrate;
    CLI::App* added =
        app.add_subcommand("calibrate", "fit constants of an emulated machine to measured values");
    added
        ->add_option("MEASUREMENTS", options.measurements,
                     "a CSV file with the columns what, value (an expression over runs), measured, and use: "
                     "fit or held-out")
        ->required();
    added
        ->add_option("--runs", options.runs,
                     "the experiment, or a file that describes one, with the machine and the runs")
        ->required()
        ->option_text("NAME");
    added
        ->add_option("--fit", options.constants,
                     "a constant, with bounds if they are others than a tenth and ten times its value")
        ->required()
        ->allow_extra_args(false)
        ->option_text("NAME[=LEAST..MOST]");
    added->add_flag("--quick", options.quick, "less of what takes long, as sartor experiment --quick");
    added->add_option("--machine-file", options.output, "write a machine with the fitted constants")
        ->option_text("FILE");
    added->add_option("-o", options.folder, "the folder where runs are kept (default: sartor-experiments)")
        ->option_text("FOLDER");
    added->footer("Examples:\n"
                  "  sartor calibrate table-4.csv --quick --runs mppa-mpi-table-4 --fit portal_open --fit "
                  "portal_write --fit io_slowdown\n"
                  "  sartor calibrate mine.csv --runs ./mine.json --fit pe_rate=0.5..2 --machine-file "
                  "mine-fitted.json");
    return added;
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
    app.add_subcommand("cc", "compile and link C programs with MPI, as mpicc does")->footer(compile_help);
    app.add_subcommand("c++", "compile and link C++ programs with MPI, as mpicxx does")->footer(compile_help);
    app.add_subcommand("fc", "compile and link Fortran programs with MPI, as mpifort does")
        ->footer(compile_help);
    app.add_subcommand("run", "run a program that sartor cc has made");
    Wanted wanted;
    const CLI::App* scan = add_scan(app, wanted);
    const CLI::App* explained = add_explain(app, wanted);
    const CLI::App* machines = add_machines(app, wanted);
    const CLI::App* tuned = add_tune(app, wanted);
    const CLI::App* swept = add_sweep(app, wanted);
    const CLI::App* experiments = add_experiment(app, wanted);
    const CLI::App* reported = add_report(app, wanted);
    const CLI::App* calibrated = add_calibrate(app, wanted);
    refuse_unknown(app, arguments);
    return parse(app, arguments, [&] {
        if (*scan) return scan_files(wanted.files, wanted.json);
        if (*explained) explain(wanted.file, wanted.json, wanted.svg);
        if (*machines && wanted.schema) fmt::print("{}\n", machine_schema());
        if (*machines && !wanted.schema) list_machines(wanted.file, wanted.json);
        if (*tuned) tune(wanted.tuning);
        if (*swept) sweep(wanted.sweep);
        if (*calibrated) calibrate(wanted.calibrate);
        if (*reported) make_report(wanted.report);
        if (*experiments) return experiment(wanted.experiment);
        return 0;
    });
}

} // namespace sartor::configurator
