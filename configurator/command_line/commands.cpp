// The commands other than compiling, running and studies: scan, explain, machines.
#include "configurator/command_line/commands.hpp"

#include "configurator/command_line/parse.hpp"
#include "configurator/explain/explain.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/scan/command.hpp"
#include "configurator/studies/names.hpp"

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
  --cover WHAT      which functions the MPI library has: `all`, an MPI library for every program, quick to link and
                    slower to run; `none`, the functions of this program; FILE[,FILE...], also the functions that these objects,
                    archives and programs use (default: `all` without optimization, as with -O0; `none` from -O1 on)
  --checked[=calls] look for mistakes beyond wrong arguments: datatypes of sender and receiver, collectives that differ,
                    buffers in use, conflicts in windows, reliance on buffering; calls: without the program's loads and
                    stores (default: no)
  --observed        runs are traced and profiled, however they are started: SARTOR_TRACE and SARTOR_PROFILE name files, as
                    sartor run --trace and --profile do, which need no such program (default: no)
  --ranks WHAT      `fibers`, `threads` of the operating system or `processes` (default: fibers; threads if the program
                    calls functions that wait for something other than MPI or act on a thread, such as sem_wait or
                    chdir; processes for functions such as chroot or setuid)
  --topology LIST   algorithms of collectives: bcast=linear,allreduce=./star.hpp; a wrong name lists the valid ones
  --reproducible    reductions in the order of the ranks: the same bits with any mapping and topology
  --tuning FILE     algorithms of collectives, and limits of messages, as sartor tune has measured them
  -show             print the compiler's command instead of running it
  -showme:compile   print the flags for compiling
  -showme:link      print the flags for linking; others print one thing: -showme:command, incdirs, libdirs,
                    libs, version. MPICH's -compile_info and -link_info work, too
  -cc=COMPILER      use this compiler; -cxx= and -fc= for the others
Environment: SARTOR_CC, SARTOR_CXX and SARTOR_FC name the compilers (or OMPI_CC, MPICH_CC and so on; default: those that
Sartor was built with);
SARTOR_CACHE the folder of compiled libraries (default: ~/.cache/sartor), SARTOR_SHARED_CACHE one that is only read;
SARTOR_COVER is as --cover; SARTOR_TUNING is a file as for --tuning; SARTOR_VERBOSE=1 prints
each step and its time, SARTOR_VERBOSE=0 not even that an MPI library is compiled; SARTOR_KEEP=1 keeps the temporary
files; SARTOR_CHECKED=1 is as --checked and SARTOR_CONTAINER as --ranks, for build systems.
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
    for (const Study& study : all_studies) app.add_subcommand(study.name, study.does);
    refuse_unknown(app, arguments);
    return parse(app, arguments, [&] {
        if (*scan) return scan_files(wanted.files, wanted.json);
        if (*explained) explain(wanted.file, wanted.json, wanted.svg);
        if (*machines && wanted.schema) fmt::print("{}\n", machine_schema());
        if (*machines && !wanted.schema) list_machines(wanted.file, wanted.json);
        return 0;
    });
}

} // namespace sartor::configurator
