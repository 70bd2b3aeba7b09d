#include "configurator/sweep/runs.hpp"

#include "configurator/machines/machines.hpp"
#include "configurator/support/children.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/temporary_folder.hpp"
#include "configurator/sweep/algorithms.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

class ChipRuns {
  public:
    ChipRuns(const SweepOptions& options, const Manycore& machine, SweepResults& results)
        : options_(options), machine_(machine), found_(results),
          varies_machine_(varies(results, Varied::constant)) {
        if (!varies_machine_) return;
        copy_base();
        for (std::size_t index = 0; index < found_.results.size(); ++index) prepare(index);
    }

    void run() {
        Children children(this_host().processors.size());
        for (std::size_t index = 0; index < found_.results.size(); ++index)
            if (found_.results[index].succeeded())
                children.start(command_of(index), [this, index](const Result& ended, double) {
                    take(found_.results[index], ended, file_of(index, ".summary"));
                });
        children.finish();
    }

  private:
    std::string file_of(std::size_t index, const char* ending) const {
        return (folder_ / fmt::format("variation-{}{}", index, ending)).string();
    }

    void copy_base() {
        if (!std::filesystem::exists(base_) || base_.find('/') == std::string::npos) return;
        std::filesystem::copy_file(options_.machine, folder_ / "base.json");
        base_ = "base";
    }

    /// Writes the machine's file. A machine that can't be is a result, too.
    void prepare(std::size_t index) {
        SweepResult& result = found_.results[index];
        write_file(file_of(index, ".json"),
                   machine_file_of(machine_, base_, found_.variations, result.point));
        try {
            const Manycore varied = load_manycore(file_of(index, ".json"));
            if (result.ranks == 0) result.ranks = room_of(varied);
        } catch (const Error& error) {
            const std::string text = error.what();
            const std::string field = text.substr(std::min(text.find(".json"), text.size()));
            result.failure = "no such machine: " + field.substr(std::min(field.find(": ") + 2, field.size()));
        }
    }

    Command command_of(std::size_t index) const {
        const SweepResult& result = found_.results[index];
        Command command = {Installation::own().program().string(),
                           "run",
                           "-n",
                           fmt::format("{}", result.ranks),
                           "--machine",
                           varies_machine_ ? file_of(index, ".json") : options_.machine,
                           "--json",
                           file_of(index, ".summary"),
                           "--no-summary"};
        const std::string topology = topology_of(found_.variations, result.point);
        if (!topology.empty()) command.insert(command.end(), {"--topology", topology});
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
    SweepResults& found_;
    bool varies_machine_;
    std::string base_ = options_.machine;
    TemporaryFolder folder_;
};

} // namespace

int room_of(const Manycore& machine) {
    return static_cast<int>(machine.whole("clusters") * machine.whole("ranks_per_cluster"));
}

void run_on_chips(const SweepOptions& options, const Manycore& machine, SweepResults& results) {
    ChipRuns(options, machine, results).run();
}

} // namespace sartor::configurator
