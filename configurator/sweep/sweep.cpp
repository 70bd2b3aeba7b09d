#include "configurator/sweep/sweep.hpp"

#include "configurator/machines/machines.hpp"
#include "configurator/support/children.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/temporary_folder.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

class Sweep {
  public:
    Sweep(const SweepOptions& options, const Manycore& machine)
        : options_(options), machine_(machine), found_{machine.name, shell_text(options.command), {}, {}} {
        for (const std::string& text : options.variations)
            found_.variations.push_back(parse_variation(text, machine));
        for (Point& point : points_of(found_.variations)) {
            found_.results.emplace_back().point = std::move(point);
            prepare(found_.results.size() - 1);
        }
    }

    SweepResults run() {
        Children children(this_host().processors.size());
        for (std::size_t index = 0; index < found_.results.size(); ++index)
            if (found_.results[index].succeeded())
                children.start(command_of(index), [this, index](const Result& ended, double) {
                    take(found_.results[index], ended, file_of(index, ".summary"));
                });
        children.finish();
        return std::move(found_);
    }

  private:
    std::string file_of(std::size_t index, const char* ending) const {
        return (folder_ / fmt::format("variation-{}{}", index, ending)).string();
    }

    /// Writes the machine's file. A machine that can't be is a result, too.
    void prepare(std::size_t index) {
        SweepResult& result = found_.results[index];
        std::string base = options_.machine;
        if (std::filesystem::exists(base) && base.find('/') != std::string::npos) {
            base = "base";
            std::filesystem::copy_file(options_.machine, folder_ / "base.json",
                                       std::filesystem::copy_options::overwrite_existing);
        }
        write_file(file_of(index, ".json"), machine_file_of(machine_, base, found_.variations, result.point));
        result.ranks = options_.ranks;
        try {
            const Manycore varied = load_manycore(file_of(index, ".json"));
            if (options_.ranks == 0)
                result.ranks = static_cast<int>(varied.whole("clusters") * varied.whole("ranks_per_cluster"));
        } catch (const Error& error) {
            const std::string text = error.what();
            const std::string field = text.substr(std::min(text.find(".json"), text.size()));
            result.failure = "no such machine: " + field.substr(std::min(field.find(": ") + 2, field.size()));
        }
    }

    Command command_of(std::size_t index) const {
        Command command = {Installation::own().program().string(),
                           "run",
                           "-n",
                           fmt::format("{}", found_.results[index].ranks),
                           "--machine",
                           file_of(index, ".json"),
                           "--json",
                           file_of(index, ".summary"),
                           "--no-summary"};
        command.insert(command.end(), options_.command.begin(), options_.command.end());
        return command;
    }

    static void take(SweepResult& result, const Result& ended, const std::string& summary_file) {
        if (!ended.succeeded()) {
            result.failure = failure_of(ended);
            return;
        }
        const nlohmann::json summary = nlohmann::json::parse(read_text(summary_file));
        result.seconds = summary.at("seconds").get<double>();
        result.joules = static_cast<double>(summary.at("energy").at("total").get<std::int64_t>()) * 1e-12;
        result.watts = summary.at("energy").at("watts").get<double>();
        for (const nlohmann::json& cluster : summary.at("smem"))
            result.memory = std::max(result.memory, cluster.at("peak").get<std::int64_t>());
    }

    const SweepOptions& options_;
    const Manycore& machine_;
    TemporaryFolder folder_;
    SweepResults found_;
};

} // namespace

void sweep(const SweepOptions& options) {
    const TargetMachine target = find_machine(options.machine);
    if (!target.manycore)
        refuse("--machine {}: a sweep varies an emulated machine; sartor machines lists them",
               options.machine);
    Sweep sweep(options, *target.manycore);
    const SweepResults results = sweep.run();
    fmt::print("{}", as_table(results));
    if (!options.csv.empty()) write_file(options.csv, as_csv(results));
    if (!options.json.empty()) write_file(options.json, as_json(results));
    if (!options.page.empty()) write_file(options.page, as_page(results));
}

} // namespace sartor::configurator
