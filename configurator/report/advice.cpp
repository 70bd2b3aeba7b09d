// Each advice names the number that it rests on, and what to try.
#include "configurator/report/parts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

using nlohmann::json;

// Below these parts nothing is worth a change.
constexpr double much_waiting = 0.2;
constexpr double busy_link = 0.5;
constexpr double uneven = 1.2; // the most over the mean

} // namespace

std::vector<std::string> advice_on(const TraceSummary& trace) {
    std::vector<std::string> advice;
    double whole = trace.end * static_cast<double>(trace.ranks.size()), waiting = 0;
    for (const RankTrack& track : trace.ranks) waiting += track.waiting;
    if (whole > 0 && waiting / whole > much_waiting) {
        const auto site = std::ranges::max_element(trace.sites, {}, &CallSite::waiting);
        if (site != trace.sites.end())
            advice.push_back(fmt::format("Ranks wait {:.0f} % of their time, {:.0f} % of that in {}{}: start "
                                         "what it waits for earlier, or "
                                         "compute meanwhile (an immediate call, and its wait later).",
                                         100 * waiting / whole, 100 * site->waiting / waiting, site->function,
                                         site->where.empty() ? "" : " at " + site->where));
    }
    const auto late = std::ranges::max_element(trace.ranks, {}, &RankTrack::others_waited);
    if (late != trace.ranks.end() && waiting > 0 && late->others_waited > 0.25 * waiting &&
        trace.ranks.size() > 1)
        advice.push_back(fmt::format("Others wait {:.3f} ms for rank {}, {:.0f} % of all waiting: it calls "
                                     "late. Give it less to do, or let it "
                                     "send before it computes.",
                                     late->others_waited / 1000, late->rank,
                                     100 * late->others_waited / waiting));
    const CounterTrack* hot = nullptr;
    for (const CounterTrack& track : trace.counters)
        if (track.unit == "percent" && (hot == nullptr || track.mean > hot->mean)) hot = &track;
    if (hot != nullptr && hot->mean > 100 * busy_link)
        advice.push_back(fmt::format("{} is busy {:.0f} % of the time ({:.0f} % at most): another mapping "
                                     "(--map, --place), or a topology of "
                                     "collectives that spreads over links, takes load from it.",
                                     hot->name, hot->mean, hot->peak));
    return advice;
}

std::vector<std::string> advice_on_summary(const json& summary) {
    std::vector<std::string> advice;
    double most = 0, sum = 0;
    int slow = 0;
    for (const json& rank : summary.at("ranks")) {
        const double computing = rank.at("computing").get<double>();
        sum += computing;
        if (computing > most) slow = rank.at("rank").get<int>();
        most = std::max(most, computing);
    }
    const double mean = sum / static_cast<double>(std::max<std::size_t>(summary.at("ranks").size(), 1));
    if (mean > 0 && most > uneven * mean)
        advice.push_back(fmt::format("Rank {} computes {:.2f} times as long as the mean: the others wait for "
                                     "it. Distribute the work evenly.",
                                     slow, most / mean));
    double busiest = 0;
    std::string link;
    for (const json& one : summary.value("links", json::array()))
        if (one.at("busy").get<double>() > busiest) {
            busiest = one.at("busy").get<double>();
            link = fmt::format("from cluster {} to {}", one.at("from").dump(), one.at("to").dump());
        }
    const double cycles = std::max(summary.at("cycles").get<double>(), 1.0);
    if (busiest / cycles > busy_link)
        advice.push_back(fmt::format(
            "The link {} is busy {:.0f} % of the run: another mapping (--map, --place) takes load from it.",
            link, 100 * busiest / cycles));
    for (const json& cluster : summary.value("smem", json::array()))
        if (cluster.value("refused", 0.0) > 0)
            advice.push_back(fmt::format("Cluster {} refused {:.0f} bytes with {:.0f} in use: the program "
                                         "does not fit. Spread ranks (--map "
                                         "scatter, --per-cluster), or see sartor sweep --vary smem.",
                                         cluster.at("cluster").dump(), cluster.at("refused").get<double>(),
                                         cluster.at("peak").get<double>()));
    return advice;
}

} // namespace sartor::configurator
