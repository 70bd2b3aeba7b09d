#include "configurator/experiment/runs.hpp"

#include "configurator/cut/cache.hpp"
#include "configurator/cut/toolchain.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/support/children.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/progress.hpp"
#include "configurator/support/search.hpp"
#include "configurator/support/temporary_folder.hpp"
#include "configurator/sweep/variation.hpp"
#include "configurator/traces/reader.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>

namespace sartor::configurator {

namespace {

namespace files = std::filesystem;
using nlohmann::json;

struct Peer {
    const char* name;
    const char* compiler;
    const char* launcher;
    std::vector<std::string> options;
};

// What starts ranks where this user is root and there may be more ranks than cores.
const std::array<Peer, 2> peers = {
    Peer{"mpich", "mpicc.mpich", "mpirun.mpich", {}},
    Peer{"openmpi", "mpicc.openmpi", "mpirun.openmpi", {"--oversubscribe", "--allow-run-as-root"}}};

json record_as_json(const RunRecord& record) {
    return {{"command", record.command},
            {"seconds", record.seconds},
            {"output", record.output},
            {"summary", record.summary},
            {"peaks", record.peaks}};
}

std::optional<RunRecord> read_record(const files::path& path) {
    if (!files::exists(path)) return std::nullopt;
    const json file = json::parse(read_text(path), nullptr, false);
    if (file.is_discarded()) return std::nullopt; // half written
    RunRecord record;
    record.command = file.at("command").get<std::string>();
    record.seconds = file.at("seconds").get<double>();
    record.output = file.at("output").get<std::string>();
    record.summary = file.at("summary");
    record.peaks = file.at("peaks").get<std::map<std::string, double>>();
    record.reused = true;
    return record;
}

std::map<std::string, double> peaks_of(const std::string& trace) {
    std::map<std::string, double> peaks;
    read_trace(trace, [&](const json& event) {
        if (event.at("ph") != "C") return;
        for (const auto& [unit, value] : event.at("args").items()) {
            double& peak =
                peaks.try_emplace(event.at("name").get<std::string>(), value.get<double>()).first->second;
            peak = std::max(peak, value.get<double>());
        }
    });
    return peaks;
}

/// A machine as runs name it: its own name, or the file of a variation.
struct UsedMachine {
    std::string option; ///< for --machine
    std::string file;   ///< empty for this computer's
    std::string identity;
};

} // namespace

struct ExperimentRuns::Work {
    Work(RunsWanted wanted, const std::vector<Experiment>& all)
        : options(std::move(wanted)), experiments(all) {
        Cache cache = Cache::of_user();
        Digest digest;
        digest.add(SARTOR_VERSION);
        digest.add(Toolchain({}, digest_of_headers(), cache).digest(""));
        for (const char* part : {"libsartor_process.a", "libsartor_common.a", "libsartor_manycore.a"})
            digest.add(as_text(MappedFile(Installation::own().library(part)).bytes()));
        identity = digest.text();
        files::create_directories(records_folder());
        for (const Experiment& experiment : experiments)
            for (const ExperimentRun& run : experiment.runs) plan(experiment, run);
    }

    struct Planned {
        const Experiment* experiment;
        const ExperimentRun* run;
        bool traces;
        RunRecord record;
        bool has_record = false;
        double expected = 1;
    };

    files::path records_folder() const { return files::path(options.folder) / "runs"; }

    /// The machine, with the constants that are set otherwise.
    const UsedMachine& machine(const std::string& name) {
        const auto known = machines.find(name);
        if (known != machines.end()) return known->second;
        UsedMachine& used = machines[name];
        used.option = used.identity = name;
        const TargetMachine target = find_machine(name);
        if (!target.manycore) return used;
        used.file = (Installation::own().machines() / (name + ".json")).string();
        if (!options.sets.empty()) vary(name, *target.manycore, used);
        used.identity = description_members(load_manycore(used.file));
        return used;
    }
    void vary(const std::string& name, const Manycore& base, UsedMachine& used) {
        std::vector<Variation> variations;
        Point point;
        for (const std::string& set : options.sets) {
            variations.push_back(parse_variation(set, base));
            if (variations.back().values.size() != 1)
                refuse("--set {}: expected NAME=VALUE with one value", set);
            point.push_back(variations.back().values.front());
        }
        used.file = used.option =
            (folder / ("varied-" + name + ".json")).string(); // extends one of that name
        write_file(used.file, machine_file_of(base, name, variations, point));
    }

    const ExperimentProgram& program_of(const Experiment& experiment, const ExperimentRun& run) const {
        return *std::ranges::find(experiment.programs, run.program, &ExperimentProgram::name);
    }
    /// Programs are built once for each source, machine and MPI.
    std::string built(const ExperimentProgram& program, const ExperimentRun& run) {
        Digest digest;
        for (const std::string& part : {program.source, program.machine, run.with}) digest.add(part);
        return (folder / (program.name + "-" + digest.text().substr(0, 8))).string();
    }
    std::string source_of(const Experiment& experiment, const ExperimentProgram& program) const {
        std::string path = (files::path(options.root) / program.source).string();
        if (!files::exists(path))
            fail("{}: the source of program {} does not exist: {}", experiment.path, program.name, path);
        return path;
    }

    std::string key_of(const Experiment& experiment, const ExperimentRun& run, bool traces) {
        Digest digest;
        digest.add(identity);
        digest.add(machine(run.machine).identity);
        for (const std::string& part : {run.tool, run.with, run.kind, std::string(traces ? "traces" : "")})
            digest.add(part);
        digest.add(std::to_string(run.ranks));
        if (run.tool.empty()) {
            const std::string source = source_of(experiment, program_of(experiment, run));
            digest.add(read_text(source));
            for (const auto& entry : files::directory_iterator(files::path(source).parent_path()))
                if (entry.path().extension() == ".h") digest.add(read_text(entry.path()));
        } else if (const files::path tool = tool_of(run); files::exists(tool)) {
            digest.add(as_text(MappedFile(tool).bytes()));
        }
        for (const auto* words : {&run.options, &run.arguments}) {
            digest.add("words");
            for (const std::string& word : *words) digest.add(word);
        }
        return digest.text();
    }

    files::path tool_of(const ExperimentRun& run) const {
        return Installation::own().program().parent_path() / run.tool;
    }

    void plan(const Experiment& experiment, const ExperimentRun& run) {
        const std::string key = key_of(experiment, run, run.traces);
        keys[{&experiment, run.name}] = key;
        if (planned.contains(key)) return;
        Planned& one = planned.insert({key, {&experiment, &run, run.traces, {}, false, 1}}).first->second;
        order.push_back(key);
        std::optional<RunRecord> known = read_record(records_folder() / (key + ".json"));
        if (known) one.expected = std::max(known->seconds, 0.01);
        if (known && !options.fresh) {
            one.record = std::move(*known);
            one.has_record = true;
        }
    }

    /// Why the run can't be made here; empty when it can.
    std::string obstacle(const ExperimentRun& run) const {
        if (!run.tool.empty() && !files::exists(tool_of(run)))
            return run.tool + " does not exist: build all of Sartor to get this tool";
        for (const Peer& peer : peers)
            if (run.with == peer.name)
                for (const char* tool : {peer.compiler, peer.launcher})
                    if (!find_program(tool)) return std::string(tool) + " is not installed";
        return "";
    }

    void build_programs() {
        Children children(this_host().processors.size());
        for (const std::string& key : order) {
            const Planned& one = planned.at(key);
            if (one.has_record || !one.record.absent.empty() || !one.run->tool.empty()) continue;
            const ExperimentProgram& program = program_of(*one.experiment, *one.run);
            const std::string executable = built(program, *one.run);
            if (!executables.insert(executable).second) continue;
            const std::string source = source_of(*one.experiment, program);
            Command command = {Installation::own().program().string(), "cc", "--machine", program.machine};
            for (const Peer& peer : peers)
                if (one.run->with == peer.name) command = {peer.compiler};
            command.insert(command.end(), {"-O2", "-o", executable, source});
            children.start(command, [source, &one](const Result& result, double) {
                if (!result.succeeded())
                    fail("{}: {} does not build: {}", one.experiment->path, source, failure_of(result));
            });
        }
        children.finish();
    }

    Command command_of(const std::string& key, const Planned& one) {
        const ExperimentRun& run = *one.run;
        Command command;
        if (!run.tool.empty()) {
            command = {tool_of(run).string()};
        } else if (run.kind == "explain") {
            command = {Installation::own().program().string(), "explain", "--json"};
        } else if (run.with != "sartor") {
            const Peer& peer = *std::ranges::find(peers, run.with, &Peer::name);
            command = {peer.launcher};
            command.insert(command.end(), peer.options.begin(), peer.options.end());
            command.insert(command.end(), {"-n", std::to_string(run.ranks)});
        } else {
            command = {Installation::own().program().string(), "run", "-n", std::to_string(run.ranks)};
            if (!machine(run.machine).file.empty())
                command.insert(command.end(), {"--machine", machine(run.machine).option, "--no-summary",
                                               "--json", (folder / (key + ".summary")).string()});
            if (one.traces)
                command.insert(command.end(),
                               {"--trace", (folder / (key + ".trace")).string(), "--trace-limit", "2G"});
        }
        command.insert(command.end(), run.options.begin(), run.options.end());
        if (run.tool.empty()) command.push_back(built(program_of(*one.experiment, run), run));
        for (const std::string& argument : run.arguments)
            command.push_back(argument == "{machine}" ? machine(run.machine).file : argument);
        return command;
    }

    /// The command as a reader would type it, without this computer's folders.
    std::string shown(const Command& command) const {
        Command words;
        for (std::size_t index = 0; index < command.size(); ++index) {
            const std::string& word = command[index];
            if (word == "--json" || word == "--trace" || word == "--trace-limit") {
                const bool has_value = command[1] == "run";
                index += has_value ? 1 : 0;
                if (has_value) continue;
            }
            words.push_back(word.starts_with('/') ? files::path(word).filename().string() : word);
        }
        return shell_text(words);
    }

    void take(const std::string& key, Planned& one, const Command& command, const Result& result,
              double seconds) {
        if (!result.succeeded())
            fail("{}: run {} failed: {}: {}", one.experiment->path, one.run->name, shown(command),
                 failure_of(result));
        one.record = {shown(command), seconds, result.standard_output, {}, {}, "", false};
        if (one.run->kind == "explain") one.record.summary = json::parse(result.standard_output);
        const std::string summary = (folder / (key + ".summary")).string();
        if (files::exists(summary)) one.record.summary = json::parse(read_text(summary));
        if (one.traces) {
            one.record.peaks = peaks_of((folder / (key + ".trace")).string());
            files::remove(folder / (key + ".trace"));
        }
        replace_file(records_folder() / (key + ".json"), as_bytes(record_as_json(one.record).dump()),
                     files::perms::owner_read | files::perms::owner_write | files::perms::group_read |
                         files::perms::others_read);
    }

    void run_all(bool on_this_computer, std::size_t at_a_time, Progress& progress) {
        Children children(at_a_time);
        for (const std::string& key : order) {
            Planned& one = planned.at(key);
            const bool here = machine(one.run->machine).file.empty();
            if (one.has_record || !one.record.absent.empty() || here != on_this_computer) continue;
            progress.begin(one.experiment->name + ", " + one.run->name);
            const Command command = command_of(key, one);
            children.start(command,
                           [this, key, &one, command, &progress](const Result& result, double seconds) {
                               take(key, one, command, result, seconds);
                               progress.end(one.expected);
                           });
        }
        children.finish();
    }

    RunsWanted options;
    const std::vector<Experiment>& experiments;
    TemporaryFolder folder;
    std::string identity;
    std::map<std::string, UsedMachine> machines;
    std::map<std::pair<const Experiment*, std::string>, std::string> keys;
    std::map<std::string, Planned> planned;
    std::vector<std::string> order;
    std::set<std::string> executables;
};

ExperimentRuns::ExperimentRuns(RunsWanted options, const std::vector<Experiment>& experiments)
    : work_(std::make_unique<Work>(std::move(options), experiments)) {}

ExperimentRuns::~ExperimentRuns() = default;

void ExperimentRuns::perform() {
    end_children_on_interrupt();
    double expected = 0;
    for (auto& [key, one] : work_->planned) {
        if (one.has_record) continue;
        one.record.absent = work_->obstacle(*one.run);
        if (one.record.absent.empty()) expected += one.expected;
    }
    Progress progress(expected);
    progress.begin("building programs");
    work_->build_programs();
    work_->run_all(false, this_host().processors.size(), progress);
    work_->run_all(true, 1, progress);
}

const RunRecord& ExperimentRuns::record(const Experiment& experiment, const ExperimentRun& run) const {
    return work_->planned.at(work_->keys.at({&experiment, run.name})).record;
}

} // namespace sartor::configurator
