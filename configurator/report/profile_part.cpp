// A profile, as sartor run --profile=FILE.json has it.
#include "configurator/pages/quantity.hpp"
#include "configurator/report/parts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

using nlohmann::json;

double waited_in(const json& sums) {
    double seconds = 0;
    for (const auto& [reason, one] : sums.at("waited").items()) seconds += one.get<double>();
    return seconds;
}

/// "late sender 1.2 ms, other 30 us", the largest first.
std::string reasons_of(const json& sums) {
    std::vector<std::pair<double, std::string>> reasons;
    for (const auto& [reason, seconds] : sums.at("waited").items()) reasons.emplace_back(seconds, reason);
    std::ranges::sort(reasons, std::greater());
    std::string text;
    for (const auto& [seconds, reason] : reasons)
        text += (text.empty() ? "" : ", ") + reason + " " + quantity(seconds, "s");
    return text;
}

/// The most of one rank over the mean of all.
double most_over_mean(const json& site, double ranks) {
    double most = 0;
    for (const json& rank : site.at("ranks")) most = std::max(most, rank.at("seconds").get<double>());
    const double all = site.at("seconds").get<double>();
    return all > 0 ? most * ranks / all : 1;
}

struct RankTime {
    double in_mpi = 0, waited = 0;
};

std::vector<RankTime> times_of(const json& profile) {
    std::vector<RankTime> times(profile.at("ranks").get<std::size_t>());
    for (const json& site : profile.at("call_sites"))
        for (const json& rank : site.at("ranks")) {
            RankTime& time = times.at(rank.at("rank").get<std::size_t>());
            time.in_mpi += rank.at("seconds").get<double>();
            time.waited += waited_in(rank);
        }
    return times;
}

void add_ranks(const json& profile, Page& page) {
    const double whole = profile.at("seconds").get<double>();
    json rows = json::array();
    double in_mpi = 0, waited = 0;
    for (const RankTime& time : times_of(profile)) {
        rows.push_back({rows.size(), std::max(0.0, whole - time.in_mpi),
                        std::max(0.0, time.in_mpi - time.waited), time.waited});
        in_mpi += time.in_mpi;
        waited += time.waited;
    }
    const double all = std::max(whole * static_cast<double>(rows.size()), 1e-12);
    page.add(paragraph(fmt::format("{} of the ranks' time in MPI, {} waiting there.",
                                   quantity(100 * in_mpi / all, "%"), quantity(100 * waited / all, "%"))));
    page.add({{"kind", "bars"},
              {"title", "Ranks"},
              {"each", "rank"},
              {"unit", "s"},
              {"names", {"outside of MPI", "in MPI, not waiting", "waiting in MPI"}},
              {"rows", rows}});
}

void add_functions(const json& profile, Page& page) {
    json rows = json::array();
    for (const json& one : profile.at("functions")) {
        const double mean = one.at("mean_seconds").get<double>(), most = one.at("most_seconds").get<double>();
        rows.push_back({one.at("function"), one.at("calls"), one.at("seconds"), waited_in(one), most,
                        one.at("most_rank"), mean > 0 ? most / mean : 1});
    }
    page.add(table_part("Functions",
                        {{"function", "code"},
                         {"calls", ""},
                         {"time of all ranks", "s", true},
                         {"waited", "s"},
                         {"most of a rank", "s"},
                         {"rank", ""},
                         {"most/mean", ""}},
                        rows));
}

void add_sites(const json& profile, Page& page) {
    std::vector<json> sites = profile.at("call_sites");
    std::ranges::stable_sort(sites, std::greater(),
                             [](const json& site) { return site.at("seconds").get<double>(); });
    json rows = json::array();
    for (const json& site : sites)
        rows.push_back({site.at("function"), site.at("where"), site.at("calls"), site.at("bytes_sent"),
                        site.at("bytes_received"), site.at("seconds"),
                        most_over_mean(site, profile.at("ranks").get<double>()), waited_in(site),
                        reasons_of(site)});
    page.add(table_part("Call sites",
                        {{"call", "code"},
                         {"where", "code"},
                         {"calls", ""},
                         {"sent", "B"},
                         {"received", "B"},
                         {"time of all ranks", "s", true},
                         {"most/mean", ""},
                         {"waited", "s"},
                         {"why", "text"}},
                        rows, "", first_sites));
}

void add_messages(const json& profile, Page& page) {
    json cells = json::array();
    for (const json& one : profile.at("messages"))
        if (one.at("to").get<int>() >= 0)
            cells.push_back({one.at("from"), one.at("to"), one.at("bytes"), one.at("messages")});
    if (cells.empty()) return;
    page.add(matrix_of("rank", profile.at("ranks"), true,
                       "; messages of the program, without messages of collectives", std::move(cells)));
}

} // namespace

void add_profile(const json& profile, const std::string& path, Page& page) {
    const int ranks = profile.at("ranks").get<int>(), workers = profile.value("workers", 0);
    page.begin(
        name_of("Profile", command_in(profile), path),
        {{"file", path},
         {"ranks", workers > 0 ? fmt::format("{} on {} core{}", ranks, workers, workers == 1 ? "" : "s")
                               : fmt::format("{}", ranks)},
         {"time", quantity(profile.at("seconds").get<double>(), "s")},
         {"date", date_of(path)}});
    add_ranks(profile, page);
    if (workers > 0 && ranks > workers)
        page.add(paragraph("There are more ranks than cores, so ranks take turns. Much of `other` is time in "
                           "which other ranks compute.",
                           "note"));
    add_functions(profile, page);
    add_sites(profile, page);
    add_messages(profile, page);
}

} // namespace sartor::configurator
