#include "configurator/sweep/sweep.hpp"

#include "configurator/link/recut.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/rules/uncalled.hpp"
#include "configurator/run/run.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/process.hpp"
#include "configurator/sweep/algorithms.hpp"
#include "configurator/sweep/runs.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

constexpr int ranks_here = 16; // as sartor tune

Variation parse(const std::string& text, const TargetMachine& target) {
    if (varies_collective(text)) return parse_algorithms(text, target.name);
    if (!target.manycore)
        refuse("--vary {}: only emulated machines have constants: choose a machine with --machine; on this "
               "computer a sweep varies collectives, such as bcast=tree,chain",
               text);
    return parse_variation(text, *target.manycore);
}

Variation ranks_of(const SweepOptions& options, const TargetMachine& target) {
    std::vector<int> ranks = options.ranks;
    if (ranks.empty()) ranks.push_back(target.manycore ? room_of(*target.manycore) : ranks_here);
    Variation variation{"ranks", {}, Varied::ranks};
    for (const int one : ranks) variation.values.push_back(fmt::format("{}", one));
    return variation;
}

/// Numbers come before names: a page's plots have the first variation across.
std::vector<Variation> variations_of(const SweepOptions& options, const TargetMachine& target) {
    std::vector<Variation> variations;
    for (const std::string& text : options.variations) variations.push_back(parse(text, target));
    std::stable_partition(variations.begin(), variations.end(),
                          [](const Variation& one) { return one.what == Varied::constant; });
    if (options.ranks.size() > 1 || variations.front().what == Varied::algorithm)
        variations.insert(variations.begin(), ranks_of(options, target));
    return variations;
}

void report_uncalled_variations(const SweepOptions& options, const SweepResults& results) {
    if (!varies(results, Varied::algorithm)) return;
    const Needs needs = needs_of_programs({path_made_by_sartor(options.command.front())});
    const std::string program = std::filesystem::path(options.command.front()).filename().string();
    for (const Variation& variation : results.variations)
        if (variation.what == Varied::algorithm)
            if (const auto why =
                    uncalled(variation.constant + "=" + variation.values.front(), needs, program))
                report("--vary {}: {}", variation.constant, *why);
}

SweepResults plan(const SweepOptions& options, const TargetMachine& target) {
    SweepResults results{target.name, shell_text(options.command), variations_of(options, target), {}};
    if (!target.manycore) results.runs = options.runs;
    const int ranks = options.ranks.empty() ? 0 : options.ranks.front();
    for (Point& point : points_of(results.variations)) {
        SweepResult& result = results.results.emplace_back();
        result.ranks = results.variations.front().what == Varied::ranks ? std::stoi(point.front()) : ranks;
        result.point = std::move(point);
    }
    return results;
}

} // namespace

void sweep(const SweepOptions& options) {
    const TargetMachine target = find_machine(options.machine);
    SweepResults results = plan(options, target);
    report_uncalled_variations(options, results);
    if (target.manycore)
        run_on_chips(options, *target.manycore, results);
    else
        run_here(options, results);
    fmt::print("{}", as_table(results));
    if (!options.csv.empty()) write_file(options.csv, as_csv(results));
    if (!options.json.empty()) write_file(options.json, as_json(results));
    if (!options.page.empty()) write_file(options.page, as_page(results));
}

} // namespace sartor::configurator
