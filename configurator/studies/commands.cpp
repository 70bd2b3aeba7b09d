#include "configurator/studies/commands.hpp"

#include "configurator/calibrate/calibrate.hpp"
#include "configurator/command_line/parse.hpp"
#include "configurator/experiment/experiment.hpp"
#include "configurator/replay/replay.hpp"
#include "configurator/report/report.hpp"
#include "configurator/studies/names.hpp"
#include "configurator/sweep/sweep.hpp"
#include "configurator/tune/tune.hpp"

#include <string_view>

namespace sartor::configurator {

namespace {

// The values of the options.
struct Wanted {
    TuneOptions tuning;
    SweepOptions sweep;
    ExperimentOptions experiment;
    ReportOptions report;
    CalibrateOptions calibrate;
    ReplayOptions replay;
};

CLI::App* add_study(CLI::App& app, std::string_view name) {
    const auto* study = std::find_if(all_studies.begin(), all_studies.end(),
                                     [&](const Study& one) { return one.name == name; });
    return app.add_subcommand(study->name, study->does);
}

CLI::App* add_tune(CLI::App& app, Wanted& wanted) {
    CLI::App* tuned = add_study(app, "tune");
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
    CLI::App* swept = add_study(app, "sweep");
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
    CLI::App* added = add_study(app, "experiment");
    added
        ->add_option(
            "WORDS", options.words,
            "list: the experiments; run and their names, or files that describe some; all: each of them")
        ->required();
    added->add_flag("--quick", options.quick, "less of what takes long");
    added->add_flag("--emulated", options.emulated,
                    "all: only experiments on emulated machines, whose numbers are the same everywhere");
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
    CLI::App* added = add_study(app, "report");
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
    CLI::App* added = add_study(app, "calibrate");
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

CLI::App* add_replay(CLI::App& app, Wanted& wanted) {
    ReplayOptions& options = wanted.replay;
    CLI::App* added = add_study(app, "replay");
    added
        ->add_option(
            "TRACE", options.traces,
            "recorded events of a chip's data movements: JSON as Tenstorrent's device profiler writes it "
            "(READ, READ_BARRIER_START, READ_BARRIER_END)")
        ->required();
    added
        ->add_option("--machine", options.machine,
                     "a machine of the family noc, as wormhole-n150, or a file that describes one")
        ->required()
        ->option_text("NAME|FILE");
    added
        ->add_option("--set", options.sets,
                     "another value of a constant of the machine, as in machine files: core_gap=12")
        ->allow_extra_args(false)
        ->option_text("NAME=VALUE");
    added->add_option("--csv", options.csv, "also write a line for each trace to this file")
        ->option_text("FILE");
    added
        ->add_option("--json", options.json,
                     "also write the traces with each of their waits, recorded and predicted, to this file")
        ->option_text("FILE");
    added
        ->add_option("--html", options.page,
                     "also write a page with the timelines, each recorded one above the predicted one")
        ->option_text("FILE");
    added->add_flag("--speed", options.speed, "also print how fast the replay was");
    added->footer(
        "A core's program spends the recorded time between two of its events again; how long it waits at a "
        "barrier is not taken from the trace, but computed. The table has the length of each run in cycles, "
        "recorded and predicted, and the median error of its waits.\n"
        "Examples:\n"
        "  sartor replay DRAM_TO_4x4_BLOCK.json --machine wormhole-n150\n"
        "  sartor replay *.json --machine wormhole-n150 --csv runs.csv --json waits.json\n"
        "  sartor replay *.json --machine wormhole-n150 --set memory_rate=24");
    return added;
}

} // namespace

int study_command(const std::vector<std::string>& arguments) {
    CLI::App app("Sartor: studies of programs and machines", "sartor");
    app.require_subcommand(1);
    Wanted wanted;
    const CLI::App* tuned = add_tune(app, wanted);
    const CLI::App* swept = add_sweep(app, wanted);
    const CLI::App* experiments = add_experiment(app, wanted);
    const CLI::App* reported = add_report(app, wanted);
    const CLI::App* calibrated = add_calibrate(app, wanted);
    const CLI::App* replayed = add_replay(app, wanted);
    return parse(app, arguments, [&] {
        if (*tuned) tune(wanted.tuning);
        if (*swept) sweep(wanted.sweep);
        if (*calibrated) calibrate(wanted.calibrate);
        if (*replayed) replay(wanted.replay);
        if (*reported) make_report(wanted.report);
        if (*experiments) return experiment(wanted.experiment);
        return 0;
    });
}

} // namespace sartor::configurator
