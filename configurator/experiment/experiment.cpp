#include "configurator/experiment/experiment.hpp"

#include "configurator/experiment/results.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

namespace files = std::filesystem;

std::string own_folder() {
    return Installation::own().experiments().string();
}

std::vector<Experiment> wanted(const std::vector<std::string>& names, const ExperimentOptions& options) {
    std::vector<Experiment> experiments;
    const bool all = names.size() == 1 && names.front() == "all";
    const std::vector<std::string> paths = all ? experiments_in(own_folder()) : names;
    for (const std::string& path : paths) {
        Experiment one = read_experiment(all ? path : path_of_experiment(path), options.quick);
        if (!all || !options.emulated || !one.on_this_computer()) experiments.push_back(std::move(one));
    }
    return experiments;
}

int list() {
    for (const std::string& path : experiments_in(own_folder())) {
        const Experiment one = read_experiment(path, false);
        fmt::print("{:<24} {}, {}: {}\n", one.name, one.paper, one.where, one.about);
    }
    return 0;
}

void write_results(const ExperimentResult& result, const std::string& folder) {
    const files::path path = files::path(folder) / result.experiment->name;
    write_file(path.string() + ".json", as_json(result).dump(2) + "\n");
    write_file(path.string() + ".csv", as_csv(result));
}

int run_experiments(const std::vector<Experiment>& experiments, const ExperimentOptions& options) {
    if (experiments.empty()) refuse("experiment: expected list, or run with names or all");
    ExperimentRuns runs({options.folder, root_of_sources(experiments), options.sets, options.fresh},
                        experiments);
    runs.perform();
    int within = 0, shown = 0, absent = 0;
    std::vector<std::string> far;
    for (const Experiment& one : experiments) {
        ExperimentResult result = result_of(one, runs);
        result.quick = options.quick;
        result.sets = options.sets;
        fmt::print("{}", as_table(result));
        write_results(result, options.folder);
        within += result.count(Verdict::within);
        shown += result.count(Verdict::shown);
        absent += result.count(Verdict::absent);
        for (const TableResult& table : result.tables)
            for (const RowResult& row : table.rows)
                if (row.verdict == Verdict::too_far) far.push_back(one.name + ": " + row.row->what);
    }
    fmt::print("\n{} within their limits, {} shown only, {} not run here, {} too far off; in {}\n", within,
               shown, absent, far.size(), options.folder);
    if (!far.empty()) fmt::print("too far off: {}\n", fmt::join(far, "; "));
    return far.empty() ? 0 : failure_exit_code;
}

} // namespace

std::string path_of_experiment(const std::string& name) {
    if (name.find('/') != std::string::npos || name.ends_with(".json")) return name;
    const std::string path = own_folder() + "/" + name + ".json";
    if (!files::exists(path)) refuse("{}: no such experiment; sartor experiment list names them", name);
    return path;
}

std::string root_of_sources(const std::vector<Experiment>& experiments) {
    const files::path folder = files::absolute(experiments.front().path).parent_path();
    std::error_code none;
    if (files::equivalent(folder, own_folder(), none)) return Installation::own().source().string();
    return (folder.filename() == "experiments" ? folder.parent_path() : folder).string();
}

int experiment(const ExperimentOptions& options) {
    std::vector<std::string> names = options.words;
    if (names == std::vector<std::string>{"list"}) return list();
    if (!names.empty() && names.front() == "run")
        names.erase(names.begin());
    else if (names != std::vector<std::string>{"all"})
        refuse("experiment {}: expected list, or run with names or all", fmt::join(names, " "));
    return run_experiments(wanted(names, options), options);
}

} // namespace sartor::configurator
