// The chip as data: where its clusters are in rows and columns, and how busy its links were.
#include "configurator/report/parts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace sartor::configurator {

namespace {

using nlohmann::json;

constexpr std::string_view link_prefix = "link to ";

/// Clusters are in rows and columns by the network's dimensions: the first goes to the right, the second down, the
/// third again to the right by blocks, and so on; I/O subsystems are below.
class Grid {
  public:
    explicit Grid(const ChipShape& shape) : shape_(shape) {
        for (std::size_t dimension = 0; dimension < shape_.dimensions.size(); ++dimension) {
            clusters_ *= shape_.dimensions[dimension];
            (dimension % 2 == 0 ? columns_ : rows_) *= shape_.dimensions[dimension];
        }
    }

    int nodes() const { return clusters_ + static_cast<int>(shape_.io_at.size()); }
    bool is_io(int node) const { return node >= clusters_; }
    int number_of(int node) const { return is_io(node) ? node - clusters_ : node; }

    /// Column and row.
    std::pair<int, int> place_of(int node) const {
        if (is_io(node)) return {number_of(node) % columns_, rows_ + number_of(node) / columns_};
        std::array<int, 2> place{}, strides{1, 1};
        for (std::size_t dimension = 0; dimension < shape_.dimensions.size(); ++dimension) {
            const int size = shape_.dimensions[dimension];
            place[dimension % 2] += node % size * strides[dimension % 2];
            strides[dimension % 2] *= size;
            node /= size;
        }
        return {place[0], place[1]};
    }

    /// In the gap behind which side of a cell a link is. Links of further dimensions than two are inside the cell.
    const char* side_of(int from, int to) const {
        int stride = 1;
        for (std::size_t dimension = 0; dimension < std::min<std::size_t>(2, shape_.dimensions.size()); ++dimension) {
            const int size = shape_.dimensions[dimension];
            const int begin = from / stride % size, end = to / stride % size;
            stride *= size;
            if (begin == end) continue;
            const bool up = shape_.torus ? (begin + 1) % size == end : end > begin;
            return dimension == 0 ? (up ? "right" : "left") : up ? "down" : "up";
        }
        return "inside";
    }

  private:
    const ChipShape& shape_;
    int clusters_ = 1, columns_ = 1, rows_ = 1;
};

/// Where a link leads to, if it does so between clusters.
std::optional<int> target_of(const CounterTrack& track) {
    if (!track.what.starts_with(link_prefix)) return std::nullopt;
    int to = 0;
    const char* const end = track.what.data() + track.what.size();
    return std::from_chars(track.what.data() + link_prefix.size(), end, to).ec == std::errc() ? std::optional(to)
                                                                                              : std::nullopt;
}

void add_track(json& part, const CounterTrack* track) {
    part["mean"] = track == nullptr ? 0 : track->mean;
    part["peak"] = track == nullptr ? 0 : track->peak;
    part["values"] = track == nullptr ? json::array() : short_numbers(track->values);
}

json node_part(const Grid& grid, int node, const TraceSummary& trace) {
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

json link_part(const Grid& grid, const CounterTrack& track) {
    const std::optional<int> to = target_of(track);
    json part = {{"name", track.name}, {"from", track.node}, {"side", to ? grid.side_of(track.node, *to) : "inside"}};
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
    const Grid grid(trace.chip);
    json nodes = json::array(), links = json::array();
    for (int node = 0; node < grid.nodes(); ++node) nodes.push_back(node_part(grid, node, trace));
    double most = 0;
    for (const CounterTrack& track : trace.counters) {
        if (track.unit != "percent" || track.node < 0 || track.node >= grid.nodes()) continue;
        most = std::max(most, track.peak);
        links.push_back(link_part(grid, track));
    }
    page.add({{"kind", "chip"},
              {"title", "The chip over time"},
              {"note", std::string("Cells: memory in use. Arrows: how busy links are; small bars in a cell: its "
                                   "interfaces, and links of further dimensions.") +
                           (trace.chip.torus ? " Links at an edge lead to the opposite edge." : "")},
              {"end", trace.end * 1e-6},
              {"intervals", counter_intervals},
              {"scale", end_of_scale(most)},
              {"nodes", nodes},
              {"links", links}});
}

} // namespace sartor::configurator
