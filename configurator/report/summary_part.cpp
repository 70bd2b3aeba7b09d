// A run on an emulated machine, as sartor run --json has it.
#include "configurator/pages/quantity.hpp"
#include "configurator/report/parts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

using nlohmann::json;

constexpr int first_links = 20;

json energy_part(const json& energy) {
    std::vector<json> items;
    for (const auto& [name, value] : energy.items())
        if (value.is_number() && name != "total" && name != "watts")
            items.push_back(json::array({name, value.get<double>() * 1e-12}));
    std::ranges::stable_sort(items, std::greater(),
                             [](const json& item) { return item.at(1).get<double>(); });
    json part = shares_part("Energy", "for", "energy", "J", items);
    part["note"] =
        fmt::format("{} in all, {} on average.", quantity(energy.at("total").get<double>() * 1e-12, "J"),
                    quantity(energy.at("watts").get<double>(), "W"));
    return part;
}

json ranks_part(const json& ranks) {
    json rows = json::array();
    for (const json& rank : ranks)
        rows.push_back({rank.at("rank"), rank.at("computing"), rank.at("communicating"), rank.at("waiting")});
    return {{"kind", "bars"},
            {"title", "Ranks"},
            {"each", "rank"},
            {"unit", "cycles"},
            {"names", {"computing", "communicating", "waiting"}},
            {"rows", rows}};
}

json memory_part(const json& clusters) {
    json rows = json::array();
    for (const json& cluster : clusters)
        if (cluster.at("peak").get<double>() > 0)
            rows.push_back({cluster.at("cluster"), cluster.at("peak"), cluster.at("text"), cluster.at("mpi"),
                            cluster.at("globals"), cluster.at("stacks"), cluster.at("heap"),
                            cluster.at("refused")});
    return table_part("Memory of clusters",
                      {{"cluster", ""},
                       {"most in use", "B", true},
                       {"text", "B"},
                       {"MPI", "B"},
                       {"globals", "B"},
                       {"stacks", "B"},
                       {"heap", "B"},
                       {"refused", "B"}},
                      rows, "", first_links);
}

json links_part(const json& links, double cycles) {
    std::vector<std::pair<double, std::string>> sorted;
    for (const json& link : links)
        if (const double busy = link.at("busy").get<double>(); busy > 0)
            sorted.emplace_back(100 * busy / cycles,
                                link.at("from") == link.at("to")
                                    ? "interface of " + link.at("from").dump()
                                    : link.at("from").dump() + " to " + link.at("to").dump());
    std::ranges::stable_sort(sorted, std::greater(), &std::pair<double, std::string>::first);
    json rows = json::array();
    for (const auto& [busy, name] : sorted) rows.push_back({name, busy});
    return table_part("Links", {{"between clusters", "text"}, {"busy", "%", true}}, rows, "", first_links);
}

} // namespace

void add_summary(const json& summary, const std::string& path, Page& page) {
    page.begin(
        name_of("Run", command_in(summary), path),
        {{"file", path},
         {"ranks",
          fmt::format("{} on {}", summary.at("ranks").size(), summary.at("machine").get<std::string>())},
         {"time", fmt::format("{} of virtual time, {}", quantity(summary.at("seconds").get<double>(), "s"),
                              quantity(summary.at("cycles").get<double>(), "cycles"))},
         {"date", date_of(path)}});
    page.add(ranks_part(summary.at("ranks")));
    if (summary.at("energy").at("total").get<double>() > 0) page.add(energy_part(summary.at("energy")));
    if (summary.contains("smem")) page.add(memory_part(summary.at("smem")));
    if (summary.contains("links"))
        page.add(links_part(summary.at("links"), std::max(summary.at("cycles").get<double>(), 1.0)));
}

} // namespace sartor::configurator
