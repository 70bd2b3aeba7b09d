#include "configurator/pages/line_plot.hpp"
#include "configurator/report/parts.hpp"
#include "configurator/support/csv.hpp"
#include "configurator/support/html.hpp"

#include "components/trace/matrix_picture.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace sartor::configurator {

namespace {

constexpr std::size_t most_sites = 25;
constexpr std::size_t most_curves = 6;
constexpr std::size_t most_rows = 64; // of a map of loads

/// What draws with printf's formats writes into a text.
struct Text {
    std::string text;
    void print(const char* format, ...) __attribute__((format(printf, 2, 3))) {
        char piece[512];
        std::va_list arguments;
        va_start(arguments, format);
        const int length = std::vsnprintf(piece, sizeof piece, format, arguments);
        va_end(arguments);
        text.append(piece, static_cast<std::size_t>(std::clamp<int>(length, 0, sizeof piece - 1)));
    }
};

/// As JSON, in microseconds with three digits; `<` would end the script.
std::string timeline_data(const TraceSummary& trace) {
    std::string text = fmt::format("{{\"end\":{:.3f},\"names\":{},\"ranks\":[", trace.end,
                                   nlohmann::json(trace.names).dump());
    for (const RankTrack& track : trace.ranks) {
        text += fmt::format("{}{{\"rank\":{},\"place\":{},\"slices\":[",
                            &track == &trace.ranks.front() ? "" : ",", track.rank,
                            nlohmann::json(track.place).dump());
        for (std::size_t index = 0; index < track.slices.size(); ++index) {
            const Slice& slice = track.slices[index];
            text += fmt::format("{}[{:.3f},{:.3f},{},{}]", index > 0 ? "," : "", slice.start, slice.duration,
                                slice.name, slice.waiting ? 1 : 0);
        }
        text += "]}";
    }
    text += "]}";
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
    return text;
}

std::string timeline_part(const TraceSummary& trace) {
    std::string csv = csv_line({"rank", "place", "microseconds_in_MPI", "microseconds_waiting",
                                "microseconds_others_waited_for_it"});
    for (const RankTrack& track : trace.ranks)
        csv += csv_line({std::to_string(track.rank), track.place, fmt::format("{:.3f}", track.in_mpi),
                         fmt::format("{:.3f}", track.waiting), fmt::format("{:.3f}", track.others_waited)});
    std::string text = "<h3>Timeline</h3>\n<p><span class=\"k\" "
                       "style=\"background:#f4f4f4\"></span>computing, or outside of MPI "
                       "<span class=\"k\" style=\"background:#8fb3d9\"></span>in MPI <span class=\"k\" "
                       "style=\"background:#12355b\"></span>waiting "
                       "there. Buttons, a double click, two fingers, or the wheel with Shift zoom; dragging "
                       "moves; under the pointer: what it is.</p>\n"
                       "<div class=\"timeline\"><p><button name=\"in\">zoom in</button> <button "
                       "name=\"out\">zoom out</button> "
                       "<button name=\"back\">earlier</button> <button name=\"on\">later</button> <button "
                       "name=\"all\">all</button> <output></output></p>\n"
                       "<canvas style=\"touch-action:pan-y\" role=\"img\" aria-label=\"timeline of ranks; "
                       "the table below has its sums\"></canvas>\n"
                       "<script type=\"application/json\">";
    text += timeline_data(trace) +
            "</script></div>\n<noscript><p>The timeline needs scripts; its sums are below.</p></noscript>\n";
    if (trace.left_out > 0)
        text += fmt::format("<p>{} pieces of at most {:.3f} us are not drawn.</p>\n", trace.left_out,
                            trace.shortest);
    return text + data_below(csv);
}

std::string matrix_part(const TraceSummary& trace) {
    if (trace.matrix_size == 0) return "";
    // At most 64 rows: groups of neighbours beyond.
    const int step = (trace.matrix_size + 63) / 64, rows = (trace.matrix_size + step - 1) / step;
    std::vector<std::int64_t> sums(static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows));
    std::string csv = csv_line({"from", "to", trace.amount});
    for (int from = 0; from < trace.matrix_size; ++from)
        for (int to = 0; to < trace.matrix_size; ++to) {
            const std::int64_t one = trace.matrix[static_cast<std::size_t>(from * trace.matrix_size + to)];
            sums[static_cast<std::size_t>(from / step * rows + to / step)] += one;
            if (one != 0) csv += fmt::format("{},{},{}\n", from, to, one);
        }
    const std::int64_t largest = std::ranges::max(sums);
    const bool by_rank = trace.amount == "bytes";
    Text picture;
    trace::draw_matrix(picture, rows, step, largest, trace.amount.c_str(), [&](int row, int column) {
        return sums[static_cast<std::size_t>(row * rows + column)];
    });
    return fmt::format("<h3>Messages</h3>\n<p>{} that each {} (row) sent to each other (column); darker is "
                       "more, {} at most.{}</p>\n"
                       "<div class=\"w\">{}</div>\n{}",
                       by_rank ? "Bytes" : "Messages", by_rank ? "rank" : "cluster", largest,
                       step > 1 ? fmt::format(" Each row is {} of them.", step) : "", picture.text,
                       data_below(csv));
}

std::string sites_part(const TraceSummary& trace) {
    std::string text = "<h3>Call sites</h3>\n<div class=\"w\"><table><tr><th class=\"t\">call<th "
                       "class=\"t\">where<th>calls<th>ms of "
                       "all ranks<th>waiting, ms<th>bytes</tr>\n";
    std::string csv = csv_line({"call", "where", "calls", "milliseconds", "milliseconds_waiting", "bytes"});
    for (std::size_t index = 0; index < trace.sites.size(); ++index) {
        const CallSite& site = trace.sites[index];
        csv += csv_line({site.function, site.where, std::to_string(site.calls),
                         fmt::format("{:.4f}", site.time / 1000), fmt::format("{:.4f}", site.waiting / 1000),
                         std::to_string(site.bytes)});
        if (index < most_sites)
            text += fmt::format("<tr><td class=\"t\"><code>{}</code><td "
                                "class=\"t\"><code>{}</code><td>{}<td>{:.3f}<td>{:.3f}<td>{}</tr>\n",
                                escaped(site.function), escaped(site.where), site.calls, site.time / 1000,
                                site.waiting / 1000, site.bytes);
    }
    return text + "</table></div>\n" + data_below(csv);
}

/// Loads over time: a row for each link, darker is more.
std::string load_map(const TraceSummary& trace, const std::vector<const CounterTrack*>& tracks) {
    const std::size_t rows = std::min(tracks.size(), most_rows);
    constexpr int left = 200, cell = 5, height = 11;
    std::string csv = csv_line({"link", "milliseconds", "percent"});
    std::string picture = fmt::format(
        "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" role=\"img\" aria-label=\"load of links over time\">\n",
        left + cell * counter_intervals, height * static_cast<int>(rows) + 18);
    for (std::size_t row = 0; row < rows; ++row) {
        const CounterTrack& track = *tracks[row];
        picture +=
            fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\" style=\"font-size:9px\">{}</text>\n",
                        left - 4, height * static_cast<int>(row) + 9, escaped(track.name));
        for (int bin = 0; bin < counter_intervals; ++bin) {
            const double value = track.values[static_cast<std::size_t>(bin)];
            csv += fmt::format("\"{}\",{:.6g},{:.3g}\n", track.name,
                               trace.end * bin / counter_intervals / 1000, value);
            if (value >= 0.05)
                picture += fmt::format(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"hsl(215,55%,{:.0f}%)\"/>",
                    left + cell * bin, height * static_cast<int>(row), cell, height - 1,
                    94 - 0.8 * std::min(value, 100.0));
        }
        picture += "\n";
    }
    picture += fmt::format("<text x=\"{}\" y=\"{}\">0</text><text x=\"{}\" y=\"{}\" "
                           "text-anchor=\"end\">{:.4g} ms</text></svg>\n",
                           left, height * static_cast<int>(rows) + 13, left + cell * counter_intervals,
                           height * static_cast<int>(rows) + 13, trace.end / 1000);
    return fmt::format("<h3>Load of links and interfaces</h3>\n<p>Percent of what each can carry, darker is "
                       "more; those with the highest "
                       "mean first{}.</p>\n<div class=\"w\">{}</div>\n{}",
                       tracks.size() > rows ? fmt::format(", {} of {}", rows, tracks.size()) : "", picture,
                       data_below(csv));
}

std::string curves(const TraceSummary& trace, const std::string& title,
                   std::vector<const CounterTrack*> tracks, double factor) {
    std::ranges::sort(tracks, std::greater(), &CounterTrack::peak);
    const bool some = tracks.size() > most_curves;
    if (some) tracks.resize(most_curves);
    LinePlot plot{title + (some ? " (the largest)" : ""), "milliseconds", {}, {}, false, false, false};
    for (const CounterTrack* track : tracks) {
        plot.curves.push_back({track->name, {}});
        for (int bin = 0; bin < counter_intervals; ++bin)
            plot.curves.back().points.emplace_back(trace.end * bin / counter_intervals / 1000,
                                                   track->values[static_cast<std::size_t>(bin)] * factor);
    }
    return picture_of(plot);
}

std::string counters_part(const TraceSummary& trace) {
    std::vector<const CounterTrack*> links, memory, power, others;
    for (const CounterTrack& track : trace.counters)
        (track.unit == "percent" ? links
         : track.unit == "bytes" ? memory
         : track.unit == "W"     ? power
                                 : others)
            .push_back(&track);
    std::ranges::sort(links, std::greater(), &CounterTrack::mean);
    std::string text;
    if (!links.empty()) text += load_map(trace, links);
    text += curves(trace, "Memory in use, KiB", memory, 1.0 / 1024);
    text += curves(trace, "Power, W", power, 1);
    return text + curves(trace, "Messages under way, and unexpected ones", others, 1);
}

} // namespace

std::string trace_part(const TraceSummary& trace) {
    double in_mpi = 0, waiting = 0;
    for (const RankTrack& track : trace.ranks) {
        in_mpi += track.in_mpi;
        waiting += track.waiting;
    }
    const double whole = std::max(trace.end * static_cast<double>(trace.ranks.size()), 1e-9);
    std::string text = fmt::format("<h2>Trace {}</h2>\n<p>{} ranks on {}, {:.4g} ms{}; {:.1f} % of the "
                                   "ranks' time in MPI, {:.1f} % waiting.</p>\n",
                                   escaped(trace.path), trace.ranks.size(),
                                   trace.machine.empty() ? "this computer" : escaped(trace.machine),
                                   trace.end / 1000, trace.machine.empty() ? "" : " of virtual time",
                                   100 * in_mpi / whole, 100 * waiting / whole);
    if (!trace.complete)
        text += "<p><b>The trace is not complete</b>: it had reached its limit (--trace-limit), so sums and "
                "matrix are too small.</p>\n";
    return text + timeline_part(trace) + sites_part(trace) + matrix_part(trace) + chip_part(trace) +
           counters_part(trace);
}

} // namespace sartor::configurator
