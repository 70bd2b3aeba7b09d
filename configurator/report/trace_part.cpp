#include "configurator/pages/quantity.hpp"
#include "configurator/report/parts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

using nlohmann::json;

constexpr std::size_t most_curves = 6;
constexpr std::size_t most_rows = 64; // of a map of loads

std::int64_t nanoseconds(double microseconds) {
    return std::llround(microseconds * 1000);
}

std::string ranks_text(const TraceSummary& trace) {
    if (!trace.machine.empty()) return fmt::format("{} on {}", trace.ranks.size(), trace.machine);
    if (trace.workers == 0) return fmt::format("{} on this computer", trace.ranks.size());
    return fmt::format("{} on {} core{} of this computer", trace.ranks.size(), trace.workers,
                       trace.workers == 1 ? "" : "s");
}

void add_properties(const TraceSummary& trace, Page& page) {
    page.begin(
        name_of("Trace", trace.command, trace.path),
        {{"file", trace.path},
         {"ranks", ranks_text(trace)},
         {"time", quantity(trace.run_end * 1e-6, "s") + (trace.machine.empty() ? "" : " of virtual time")},
         {"date", date_of(trace.path)}});
    if (!trace.complete)
        page.add(paragraph(
            fmt::format(
                "The trace covers {} of the run's time, {} of {}: then it reached its limit "
                "(`--trace-limit`). The page shows this part only, and shares are shares of its time{}.",
                quantity(100 * trace.coverage(), "%"), quantity(trace.end * 1e-6, "s"),
                quantity(trace.run_end * 1e-6, "s"),
                trace.matrix_of_run ? "; the messages are of the whole run" : ""),
            "warning"));
}

void add_shares(const TraceSummary& trace, Page& page) {
    const TimeShares time = shares_of(trace);
    json items = json::array();
    items.push_back({"computing, or outside of MPI", time.outside * 1e-6});
    items.push_back({"in MPI, not waiting", time.busy * 1e-6});
    items.push_back(
        {trace.takes_turns() ? "waiting while a core is idle" : "waiting in MPI", time.idle * 1e-6});
    if (trace.takes_turns()) items.push_back({"waiting while all cores run other ranks", time.turns * 1e-6});
    page.add(shares_part("Where the ranks' time went", "what", "time of all ranks", "s", items));
    if (trace.takes_turns())
        page.add(
            paragraph(fmt::format("{} ranks take turns on {} core{}: while all cores run other ranks, a rank "
                                  "would not run even if nothing kept it waiting.",
                                  trace.ranks.size(), trace.workers, trace.workers == 1 ? "" : "s"),
                      "note"));
}

void add_bars_of_ranks(const TraceSummary& trace, Page& page) {
    json rows = json::array();
    for (const RankTrack& track : trace.ranks)
        rows.push_back({track.rank, std::max(0.0, trace.end - track.in_mpi) * 1e-6,
                        std::max(0.0, track.in_mpi - track.waiting) * 1e-6, track.waiting * 1e-6});
    page.add({{"kind", "bars"},
              {"title", "Ranks"},
              {"each", "rank"},
              {"unit", "s"},
              {"names", {"computing, or outside of MPI", "in MPI, not waiting", "waiting in MPI"}},
              {"rows", rows}});
}

void add_timeline(const TraceSummary& trace, Page& page) {
    json ranks = json::array();
    for (const RankTrack& track : trace.ranks) {
        json pieces = json::array();
        for (const Slice& slice : track.slices)
            for (const std::int64_t number : {nanoseconds(slice.start), nanoseconds(slice.duration),
                                              std::int64_t{slice.name}, std::int64_t{slice.waiting}})
                pieces.push_back(number);
        ranks.push_back({{"rank", track.rank}, {"place", track.place}, {"pieces", std::move(pieces)}});
    }
    page.add({{"kind", "timeline"},
              {"title", "Timeline"},
              {"note", "Zoom with the buttons, a double click, two fingers, or Shift and the wheel. Drag to "
                       "move. Point at a part to see its details."},
              {"end", nanoseconds(trace.end)},
              {"names", trace.names},
              {"ranks", std::move(ranks)},
              {"left_out", trace.left_out},
              {"shortest", trace.shortest * 1e-6}});
}

void add_table_of_sites(const TraceSummary& trace, Page& page) {
    json rows = json::array();
    for (const CallSite& site : trace.sites)
        rows.push_back(
            {site.function, site.where, site.calls, site.time * 1e-6, site.waiting * 1e-6, site.bytes});
    page.add(table_part("Call sites",
                        {{"call", "code"},
                         {"where", "code"},
                         {"calls", ""},
                         {"time of all ranks", "s", true},
                         {"waiting", "s"},
                         {"data", "B"}},
                        rows, "Data: bytes that the calls sent and received.", first_sites));
}

constexpr const char* of_chips = ", with messages of collectives and words of the control network";

void add_matrix(const TraceSummary& trace, Page& page) {
    if (trace.messages.empty()) return;
    json cells = json::array();
    for (const auto& [pair, amount] : trace.messages)
        if (trace.has_bytes)
            cells.push_back({pair.first, pair.second, amount.bytes, amount.messages});
        else
            cells.push_back({pair.first, pair.second, amount.messages});
    page.add(matrix_of(trace.each, trace.matrix_size(), trace.has_bytes,
                       trace.machine.empty() ? "; messages of the program, without messages of collectives"
                                             : of_chips,
                       std::move(cells)));
}

/// "3 to 4" of "cluster 3, link to 4".
std::string short_name(std::string name) {
    for (const auto& [from, to] : {std::pair{"cluster ", ""},
                                   {"I/O subsystem ", "I/O "},
                                   {", link", ""},
                                   {", interface", ""},
                                   {",", ""}})
        if (const std::size_t at = name.find(from); at != std::string::npos)
            name.replace(at, std::string_view(from).size(), to);
    return name;
}

using Tracks = std::vector<const CounterTrack*>;

Tracks tracks_in(const TraceSummary& trace, std::initializer_list<std::string_view> units) {
    Tracks tracks;
    for (const CounterTrack& track : trace.counters)
        if (std::ranges::find(units, track.unit) != units.end()) tracks.push_back(&track);
    return tracks;
}

void add_loads(const TraceSummary& trace, Page& page) {
    Tracks links = tracks_in(trace, {"percent"});
    if (links.empty()) return;
    std::ranges::sort(links, std::greater(), &CounterTrack::mean);
    const std::size_t all = links.size();
    links.resize(std::min(all, most_rows));
    json rows = json::array();
    double most = 0;
    for (const CounterTrack* link : links) {
        most = std::max(most, std::ranges::max(link->values));
        rows.push_back({{"name", link->name},
                        {"short", short_name(link->name)},
                        {"mean", link->mean},
                        {"peak", link->peak},
                        {"values", short_numbers(link->values)}});
    }
    page.add({{"kind", "loads"},
              {"title", "Load of links and interfaces"},
              {"note", fmt::format("Percent of the capacity of each; the highest mean first{}.",
                                   all > rows.size() ? fmt::format(", {} of {}", rows.size(), all) : "")},
              {"end", trace.end * 1e-6},
              {"most", end_of_scale(most)},
              {"rows", rows}});
}

void add_curves(const TraceSummary& trace, const std::string& title, const std::string& unit, Tracks tracks,
                Page& page) {
    if (tracks.empty()) return;
    std::ranges::sort(tracks, std::greater(), &CounterTrack::peak);
    const bool some = tracks.size() > most_curves;
    if (some) tracks.resize(most_curves);
    json curves = json::array();
    for (const CounterTrack* track : tracks) {
        json points = json::array();
        for (int bin = 0; bin < counter_intervals; ++bin)
            points.push_back(
                {trace.end * bin / counter_intervals * 1e-6, track->values[static_cast<std::size_t>(bin)]});
        curves.push_back({{"name", track->name}, {"points", points}});
    }
    page.add({{"kind", "plot"},
              {"title", title + (some ? " (the largest)" : "")},
              {"x", {{"name", "time"}, {"unit", "s"}}},
              {"y", {{"name", title}, {"unit", unit}}},
              {"curves", curves},
              {"steps", true},
              {"zoom", true}});
}

} // namespace

json matrix_of(const std::string& each, int size, bool has_bytes, const std::string& note, json cells) {
    json amounts = json::array();
    if (has_bytes) amounts.push_back({{"name", "bytes"}, {"unit", "B"}});
    amounts.push_back({{"name", "messages"}, {"unit", ""}});
    return {{"kind", "matrix"},
            {"title", "Messages"},
            {"note", fmt::format("From each {} (row) to each other (column){}.", each, note)},
            {"each", each},
            {"size", size},
            {"amounts", amounts},
            {"cells", std::move(cells)}};
}

void add_matrix_file(const json& file, const std::string& path, Page& page) {
    const json& matrix = file.at("matrix");
    page.begin("Messages of " + path, {{"machine", file.at("machine")}, {"ranks", file.at("ranks").dump()}});
    page.add(matrix_of(matrix.at("each"), matrix.at("size"), true, of_chips, matrix.at("cells")));
}

void add_trace(const TraceSummary& trace, Page& page) {
    add_properties(trace, page);
    add_shares(trace, page);
    add_timeline(trace, page);
    add_bars_of_ranks(trace, page);
    add_table_of_sites(trace, page);
    add_matrix(trace, page);
    add_chip(trace, page);
    add_loads(trace, page);
    add_curves(trace, "Memory in use", "B", tracks_in(trace, {"bytes"}), page);
    add_curves(trace, "Power", "W", tracks_in(trace, {"W"}), page);
    add_curves(trace, "Messages under way, and unexpected messages", "", tracks_in(trace, {"messages"}),
               page);
}

} // namespace sartor::configurator
