// The chip as data: where its clusters are in rows and columns, and how busy its links were.
#include "configurator/pages/chip_grid.hpp"
#include "configurator/report/parts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace sartor::configurator {

namespace {

using nlohmann::json;

constexpr std::string_view link_prefix = "link to ";

constexpr const char* side_names[] = {"right", "left", "down", "up", "inside"};

/// Where a link leads to, if it does so between clusters.
std::optional<int> target_of(const CounterTrack& track) {
    if (!track.what.starts_with(link_prefix)) return std::nullopt;
    int to = 0;
    const char* const end = track.what.data() + track.what.size();
    return std::from_chars(track.what.data() + link_prefix.size(), end, to).ec == std::errc()
               ? std::optional(to)
               : std::nullopt;
}

void add_track(json& part, const CounterTrack* track) {
    part["mean"] = track == nullptr ? 0 : track->mean;
    part["peak"] = track == nullptr ? 0 : track->peak;
    part["values"] = track == nullptr ? json::array() : short_numbers(track->values);
}

json node_part(const ChipGrid& grid, int node, const TraceSummary& trace) {
    const auto found = std::ranges::find_if(trace.counters, [&](const CounterTrack& track) {
        return track.node == node && track.unit == "bytes";
    });
    const auto [column, row] = grid.place_of(node);
    const std::string number = std::to_string(grid.number_of(node));
    json part = {{"name", (grid.is_io(node) ? "I/O " : "cluster ") + number},
                 {"label", (grid.is_io(node) ? "I/O " : "") + number},
                 {"column", column},
                 {"row", row},
                 {"io", grid.is_io(node)},
                 {"room", grid.is_io(node) ? trace.chip.ddr_bytes : trace.chip.smem_bytes}};
    add_track(part, found == trace.counters.end() ? nullptr : &*found);
    return part;
}

json link_part(const ChipGrid& grid, const CounterTrack& track) {
    const std::optional<int> to = target_of(track);
    json part = {{"name", track.name},
                 {"from", track.node},
                 {"side", side_names[static_cast<int>(to ? grid.side_of(track.node, *to) : Side::inside)]}};
    add_track(part, &track);
    return part;
}

} // namespace

json short_numbers(const std::vector<double>& values) {
    json numbers = json::array();
    for (const double value : values) {
        const double rounded = std::round(value * 100) / 100;
        rounded == std::floor(rounded) ? numbers.push_back(static_cast<std::int64_t>(rounded))
                                       : numbers.push_back(rounded);
    }
    return numbers;
}

double end_of_scale(double percent) {
    for (const double end : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0})
        if (percent <= end) return end;
    return 100;
}

void add_chip(const TraceSummary& trace, Page& page) {
    if (trace.chip.dimensions.empty()) return;
    const ChipGrid grid(trace.chip);
    json nodes = json::array(), links = json::array();
    for (int node = 0; node < grid.nodes(); ++node) nodes.push_back(node_part(grid, node, trace));
    double most = 0;
    for (const CounterTrack& track : trace.counters) {
        if (track.unit != "percent" || track.node < 0 || track.node >= grid.nodes()) continue;
        most = std::max(most, std::ranges::max(track.values));
        links.push_back(link_part(grid, track));
    }
    page.add({{"kind", "chip"},
              {"title", "The chip over time"},
              {"note", std::string("Cells: memory in use. Arrows: load of links. Small bars in a cell: its "
                                   "interfaces, and links of further dimensions.") +
                           (trace.chip.torus ? " Links at an edge lead to the opposite edge." : "")},
              {"end", trace.end * 1e-6},
              {"intervals", counter_intervals},
              {"scale", end_of_scale(most)},
              {"nodes", nodes},
              {"links", links}});
}

} // namespace sartor::configurator
