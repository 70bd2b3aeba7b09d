#include "configurator/explain/summary.hpp"

#include "configurator/link/containers.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/scan/facts.hpp"
#include "configurator/support/installation.hpp"
#include "mpi_api/table/reader/table.hpp"

#include <algorithm>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

/// "derived datatypes of any layout (MPI_Type_vector)" for each feature that the library has, as
/// features.table describes it, with the first symbol of the program that requires it.
std::vector<std::string> reasons_of_features(const Explanation& explanation) {
    const table::Table table = table::Table::load(Installation::own().table());
    std::vector<std::string> reasons;
    for (const table::Feature& feature : table.features()) {
        const auto found = explanation.features.find(feature.name);
        if (found == explanation.features.end() || found->second.empty()) continue;
        reasons.push_back(
            fmt::format("{} ({})", feature.adds.substr(0, feature.adds.find(" (")), *found->second.begin()));
    }
    return reasons;
}

} // namespace

void print_summary(const std::string& file, const Explanation& explanation) {
    const std::size_t functions = explanation.facts.value("functions", nlohmann::json::object()).size();
    const std::string cover = explanation.facts.value("cover", "");
    if (cover.empty()) {
        const std::vector<std::string> reasons = reasons_of_features(explanation);
        fmt::print("{}: an MPI cut for machine {}, for the {} functions of MPI that the program uses\n", file,
                   explanation.machine(), functions);
        fmt::print("why: {}\n", reasons.empty()
                                    ? "the program needs nothing but messages between two ranks"
                                    : fmt::format("the program needs {}", fmt::join(reasons, "; ")));
    } else {
        fmt::print("{}: an MPI for machine {} that covers {}; the program uses {} functions\n", file,
                   explanation.machine(), cover == "all" ? "every function" : cover, functions);
        fmt::print("why: {}\n",
                   explanation.facts.get<Facts>().is_not_optimized()
                       ? "the program is compiled without optimization; with -O1 or more, or with "
                         "--cover none, the MPI is cut to fit"
                       : "--cover");
    }
    fmt::print("size: {:.1f} KiB of MPI, beside {:.1f} KiB that runs the ranks\n",
               static_cast<double>(explanation.sizes.mpi) / 1024,
               static_cast<double>(explanation.sizes.process) / 1024);
    const Facts facts = explanation.facts.get<Facts>();
    fmt::print("ranks: {}\n", container_and_reason(facts, find_machine(explanation.machine()).is_emulated()));
    const std::vector<std::string> of_ranks = functions_of_ranks(facts);
    if (!of_ranks.empty()) fmt::print("acts on the rank: {}\n", fmt::join(of_ranks, ", "));
    fmt::print("\n");
}

} // namespace sartor::configurator
