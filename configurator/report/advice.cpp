// Each advice names the number that it rests on, and what to try.
#include "configurator/pages/quantity.hpp"
#include "configurator/report/parts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

using nlohmann::json;

// Below these parts nothing is worth a change.
constexpr double much_waiting = 0.2;
constexpr double busy_link = 0.5;
constexpr double uneven = 1.2; // the most over the mean

double waiting_in(const TraceSummary& trace) {
    double waiting = 0;
    for (const RankTrack& track : trace.ranks) waiting += track.waiting;
    return waiting;
}

std::string percent(double part) {
    return quantity(std::round(100 * part), "%");
}

/// Waiting matters as far as cores are idle meanwhile: ranks that take turns on a core wait for each other
/// anyway.
bool waits_much(const TraceSummary& trace) {
    const double cores = trace.takes_turns() ? trace.workers : static_cast<double>(trace.ranks.size());
    return trace.end > 0 && shares_of(trace).idle / (trace.end * cores) > much_waiting;
}

void advise_on_late_rank(const TraceSummary& trace, double waiting, std::vector<std::string>& advice) {
    const auto late = std::ranges::max_element(trace.ranks, {}, &RankTrack::others_waited);
    if (trace.ranks.size() < 2 || late->others_waited <= 0.25 * waiting) return;
    advice.push_back(fmt::format("Other ranks wait {} for rank {}, {} of all waiting, because it calls MPI "
                                 "late. Give this rank less work, or let it send before it computes.",
                                 quantity(late->others_waited * 1e-6, "s"), late->rank,
                                 percent(late->others_waited / waiting)));
}

void advise_on_waiting(const TraceSummary& trace, std::vector<std::string>& advice) {
    const auto site = std::ranges::max_element(trace.sites, {}, &CallSite::waiting);
    if (!waits_much(trace) || site == trace.sites.end()) return;
    const double waiting = waiting_in(trace), whole = trace.end * static_cast<double>(trace.ranks.size());
    const std::string what =
        trace.takes_turns() ? fmt::format("Cores are idle {} of their time, because all their ranks wait",
                                          percent(shares_of(trace).idle / (trace.end * trace.workers)))
                            : fmt::format("Ranks wait {} of their time", percent(waiting / whole));
    advice.push_back(fmt::format("{}; {} of the waiting is in `{}`{}: start the awaited operation earlier, "
                                 "or compute while it runs (an immediate call, and its wait later).",
                                 what, percent(site->waiting / waiting), site->function,
                                 site->where.empty() ? "" : " at `" + site->where + "`"));
    advise_on_late_rank(trace, waiting, advice);
}

void advise_on_links(const TraceSummary& trace, std::vector<std::string>& advice) {
    const CounterTrack* hot = nullptr;
    for (const CounterTrack& track : trace.counters)
        if (track.unit == "percent" && (hot == nullptr || track.mean > hot->mean)) hot = &track;
    if (hot == nullptr || hot->mean <= 100 * busy_link) return;
    advice.push_back(
        fmt::format("{} is busy {} of the time ({} at most): to reduce its load, choose another mapping "
                    "(`--map`, `--place`), or a topology of collectives that uses more links.",
                    hot->name, quantity(hot->mean, "%"), quantity(hot->peak, "%")));
}

void advise_on_computing(const json& ranks, std::vector<std::string>& advice) {
    double most = 0, sum = 0;
    int slow = 0;
    for (const json& rank : ranks) {
        const double computing = rank.at("computing").get<double>();
        sum += computing;
        if (computing > most) slow = rank.at("rank").get<int>();
        most = std::max(most, computing);
    }
    const double mean = sum / static_cast<double>(std::max<std::size_t>(ranks.size(), 1));
    if (mean > 0 && most > uneven * mean)
        advice.push_back(fmt::format("Rank {} computes {} times as long as the mean: the others wait for it. "
                                     "Distribute the work evenly.",
                                     slow, quantity(most / mean)));
}

void advise_on_busiest_link(const json& summary, std::vector<std::string>& advice) {
    double busiest = 0;
    std::string link;
    for (const json& one : summary.value("links", json::array()))
        if (one.at("busy").get<double>() > busiest) {
            busiest = one.at("busy").get<double>();
            link = fmt::format("from cluster {} to {}", one.at("from").dump(), one.at("to").dump());
        }
    const double part = busiest / std::max(summary.at("cycles").get<double>(), 1.0);
    if (part > busy_link)
        advice.push_back(fmt::format("The link {} is busy {} of the run: to reduce its load, choose another "
                                     "mapping (`--map`, `--place`).",
                                     link, percent(part)));
}

void advise_on_memory(const json& clusters, std::vector<std::string>& advice) {
    for (const json& cluster : clusters)
        if (cluster.value("refused", 0.0) > 0)
            advice.push_back(
                fmt::format("Cluster {} refused {} with {} in use: the program does not fit. Spread ranks "
                            "(`--map scatter`, `--per-cluster`), or see `sartor sweep --vary smem`.",
                            cluster.at("cluster").dump(), quantity(cluster.at("refused").get<double>(), "B"),
                            quantity(cluster.at("peak").get<double>(), "B")));
}

} // namespace

std::vector<std::string> advice_on(const TraceSummary& trace) {
    std::vector<std::string> advice;
    advise_on_waiting(trace, advice);
    advise_on_links(trace, advice);
    return advice;
}

std::vector<std::string> advice_on_summary(const json& summary) {
    std::vector<std::string> advice;
    advise_on_computing(summary.at("ranks"), advice);
    advise_on_busiest_link(summary, advice);
    advise_on_memory(summary.value("smem", json::array()), advice);
    return advice;
}

} // namespace sartor::configurator
