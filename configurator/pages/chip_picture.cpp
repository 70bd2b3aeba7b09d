// Colour, thickness and a number show how busy a link was. Lengths of bars are memory.
#include "configurator/pages/chip_grid.hpp"
#include "configurator/pages/pictures.hpp"
#include "configurator/pages/quantity.hpp"
#include "configurator/pages/svg.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

using nlohmann::json;

constexpr int most_large_cells = 64;
constexpr int left = 60, top = 128; // of the first cell
constexpr int further_height = 15;
constexpr int io_distance = 24;  // besides the gap
constexpr int least_width = 760; // of title and legend
constexpr int legend_height = 120;

struct NodeUse {
    int ranks = 0;
    double memory = 0;      // the most bytes
    double in = 0, out = 0; // loads of its interface; of an I/O subsystem's interfaces the busiest
};

/// Loads are in percent of the run's time.
struct ChipUse {
    std::vector<NodeUse> nodes;
    std::map<std::pair<int, int>, double> links;
    double most = 0;

    double load(int from, int to) const {
        const auto found = links.find({from, to});
        return found == links.end() ? 0 : found->second;
    }
};

ChipUse use_in(const json& summary, const ChipGrid& grid) {
    ChipUse use;
    use.nodes.resize(static_cast<std::size_t>(grid.nodes()));
    for (const json& rank : summary.at("ranks")) ++use.nodes.at(rank.at("node").get<std::size_t>()).ranks;
    for (const json& one : summary.at("smem"))
        use.nodes.at(one.at("cluster").get<std::size_t>()).memory = one.at("peak").get<double>();
    for (const json& one : summary.at("ddr"))
        use.nodes.at(static_cast<std::size_t>(grid.clusters()) + one.at("io").get<std::size_t>()).memory =
            one.at("peak").get<double>();
    const double cycles = std::max(summary.at("cycles").get<double>(), 1.0);
    for (const json& link : summary.at("links")) {
        const int from = link.at("from").get<int>(), to = link.at("to").get<int>();
        const double load = 100 * link.at("busy").get<double>() / cycles;
        use.most = std::max(use.most, load);
        NodeUse& node = use.nodes.at(static_cast<std::size_t>(from));
        double& place = from != to                     ? use.links[{from, to}]
                        : link.at("interface") == "in" ? node.in
                                                       : node.out;
        place = std::max(place, load);
    }
    return use;
}

/// The least of 1, 2, 5, 10, 20, 50... thousandths that a value does not exceed.
double rounded_up(double value) {
    for (double unit = 1e-3;; unit *= 10)
        for (const double factor : {1, 2, 5})
            if (value <= unit * factor) return unit * factor;
}

class ChipPicture {
  public:
    explicit ChipPicture(const json& summary)
        : summary_(summary), shape_(shape_in(summary.at("chip"))), grid_(shape_),
          use_(use_in(summary, grid_)), most_(rounded_up(use_.most)),
          small_(grid_.clusters() > most_large_cells), further_links_(further_links()),
          svg_(width(), height() + legend_height) {}

    std::string draw() {
        title();
        for (int node = 0; node < grid_.nodes(); ++node) {
            cell(node);
            if (!grid_.is_io(node)) links_of(node);
        }
        legend(height() + 16);
        return svg_.end();
    }

  private:
    int cell_width() const { return small_ ? 70 : 172; }
    int cell_height() const {
        return small_ ? 40 + (further_links_ > 0 ? further_height : 0) : 98 + further_links_ * further_height;
    }
    int gap() const { return small_ ? 36 : 60; }
    int further_links() const {
        int count = 0;
        for (const int to : grid_.neighbours_of(0)) count += grid_.side_of(0, to) == Side::inside ? 1 : 0;
        return count;
    }
    int width() const {
        return std::max(least_width,
                        2 * left + grid_.columns() * cell_width() + (grid_.columns() - 1) * gap());
    }
    int height() const {
        const int io_rows = (grid_.nodes() - grid_.clusters() + grid_.columns() - 1) / grid_.columns();
        return top + (grid_.rows() + io_rows) * (cell_height() + gap()) + (io_rows > 0 ? io_distance : 0);
    }
    std::pair<int, int> corner_of(int node) const {
        const auto [column, row] = grid_.place_of(node);
        return {left + column * (cell_width() + gap()),
                top + row * (cell_height() + gap()) + (grid_.is_io(node) ? io_distance : 0)};
    }

    // Of what was not used, nothing.
    std::string percent(double load) const {
        if (load <= 0) return "";
        std::string text = load < 0.1 ? fmt::format("{:.1g} %", std::max(load, 1e-3)) : quantity(load, "%");
        if (small_) text.erase(text.find(' '), 1);
        return text;
    }
    Color color(double load) const { return load <= 0 ? white : ramp(load / most_); }
    int thickest() const { return small_ ? 8 : 13; }
    int thickness(double load) const { return 1 + static_cast<int>(load / most_ * (thickest() - 1)); }

    void title() {
        const int room = width() - 2 * left;
        const double watts = summary_.at("energy").at("watts").get<double>();
        svg_.text({left, 30, room, 15},
                  fmt::format("{}: {} ranks, {} of virtual time{}", summary_.at("machine").get<std::string>(),
                              summary_.at("ranks").size(),
                              quantity(summary_.at("seconds").get<double>(), "s"),
                              watts > 0 ? fmt::format(", {} on average", quantity(watts, "W")) : ""));
        svg_.text({left, 50, room}, shape_.torus
                                        ? "clusters on a torus: links at an edge of the picture lead to the "
                                          "opposite edge"
                                        : "clusters on a mesh");
    }

    void cell(int node) {
        const auto [x, y] = corner_of(node);
        const bool io = grid_.is_io(node);
        svg_.group(
            fmt::format("class=\"{}\" data-number=\"{}\"", io ? "io" : "cluster", grid_.number_of(node)));
        svg_.box(x, y, cell_width(), cell_height(), white, black);
        small_ ? small_name(node, x, y) : names(node, x, y);
        if (!io) memory(node, x, y);
        interface(node, x, y);
        svg_.end_group();
    }
    void small_name(int node, int x, int y) {
        svg_.text({x + cell_width() / 2, y + 14, cell_width() - 16, small_text, Anchor::middle},
                  fmt::format("{}{}", grid_.is_io(node) ? "I/O" : "", grid_.number_of(node)));
    }
    void names(int node, int x, int y) {
        const int room = cell_width() - 16, number = grid_.number_of(node);
        const NodeUse& use = use_.nodes[static_cast<std::size_t>(node)];
        svg_.text({x + 8, y + 18, room, 13},
                  fmt::format("{} {}", grid_.is_io(node) ? "I/O" : "cluster", number));
        svg_.text({x + 8, y + 34, room},
                  use.ranks == 0 ? "no ranks"
                                 : fmt::format("{} rank{}", use.ranks, use.ranks == 1 ? "" : "s"));
        if (!grid_.is_io(node)) return;
        svg_.text({x + 8, y + 52, room},
                  fmt::format("at cluster {}", shape_.io_at[static_cast<std::size_t>(number)]));
        if (use.memory > 0) svg_.text({x + 8, y + 68, room}, quantity(use.memory, "B") + " of DDR");
    }

    void memory(int node, int x, int y) {
        const double used = use_.nodes[static_cast<std::size_t>(node)].memory,
                     part = used / shape_.smem_bytes;
        const int inset = small_ ? 10 : 8, length = cell_width() - 2 * inset, thick = small_ ? 6 : 12;
        const int down = y + (small_ ? 31 : 42);
        svg_.box(x + inset, down, length, thick, white, grey);
        svg_.bar(x + inset, down, static_cast<int>(std::min(part, 1.0) * length), thick, grey);
        if (used <= 0) return;
        if (small_)
            svg_.text({x + cell_width() / 2, y + 27, length, small_text, Anchor::middle},
                      percent(100 * part));
        else
            svg_.text({x + inset, down + 26, length}, quantity(used, "B") + ", " + percent(100 * part));
    }

    void interface(int node, int x, int y) {
        const NodeUse& use = use_.nodes[static_cast<std::size_t>(node)];
        if (small_) {
            svg_.box(x + 1, y + 1, 6, 38, color(use.in), grey);
            svg_.box(x + cell_width() - 7, y + 1, 6, 38, color(use.out), grey);
            return;
        }
        const int half = cell_width() / 2;
        side("in", x + 6, y + 78, half - 19, use.in);
        side("out", x + half, y + 78, half - 13, use.out);
    }
    void side(const char* name, int x, int y, int room, double load) {
        svg_.box(x, y, 10, 12, color(load), grey);
        svg_.text({x + 13, y + 10, room}, load >= 0.01 ? fmt::format("{} {}", name, percent(load)) : name);
    }

    void links_of(int cluster) {
        int further = 0;
        for (const int to : grid_.neighbours_of(cluster)) {
            const double load = use_.load(cluster, to);
            svg_.group(fmt::format("class=\"link\" data-from=\"{}\" data-to=\"{}\" data-load=\"{:.4g}\"",
                                   cluster, to, load));
            const auto [x, y] = corner_of(cluster);
            switch (grid_.side_of(cluster, to)) {
            case Side::right:
                across(x + cell_width() + 2, y + cell_height() / 2, -1, Direction::right, load);
                break;
            case Side::left:
                across(x - 2, y + cell_height() / 2, 1, Direction::left, load);
                break;
            case Side::down:
                along(x + cell_width() / 2, y + cell_height() + 2, -1, Direction::down, load);
                break;
            case Side::up:
                along(x + cell_width() / 2, y - 2, 1, Direction::up, load);
                break;
            case Side::inside:
                further_link(x, y, further++, to, load);
                break;
            }
            svg_.end_group();
        }
    }
    // In the gap; ways there and back are beside each other, with their numbers outside.
    int aside() const { return small_ ? 7 : 15; }
    int outside() const { return aside() + thickest() / 2 + 4; }
    void across(int x, int middle, int to_side, Direction direction, double load) {
        svg_.arrow(x, middle + to_side * aside(), gap() - 4, thickness(load), direction, color(load));
        const int centre = x + (direction == Direction::right ? 1 : -1) * (gap() / 2 - 2);
        svg_.text(
            {centre, middle + to_side * outside() + (to_side > 0 ? 8 : 0), gap(), small_text, Anchor::middle},
            percent(load));
    }
    void along(int centre, int y, int to_side, Direction direction, double load) {
        svg_.arrow(centre + to_side * aside(), y, gap() - 4, thickness(load), direction, color(load));
        const int middle = y + (direction == Direction::down ? 1 : -1) * (gap() / 2 - 2) + 4;
        svg_.text({centre + to_side * outside(), middle, (cell_width() + gap()) / 2 - outside(), small_text,
                   to_side < 0 ? Anchor::end : Anchor::start},
                  percent(load));
    }
    void further_link(int x, int y, int row, int to, double load) {
        if (small_) return svg_.box(x + 2 + row * 8, y + 42, 7, 10, color(load), grey);
        svg_.box(x + 6, y + 96 + row * further_height, 10, 12, color(load), grey);
        svg_.text({x + 19, y + 106 + row * further_height, cell_width() - 22},
                  load > 0 ? fmt::format("to {}: {}", to, percent(load)) : fmt::format("to {}", to));
    }

    void legend(int y) {
        constexpr int steps = 20, step_width = 12, length = steps * step_width, ticks = 4;
        svg_.group("class=\"legend\"");
        svg_.text({left, y + 12, 420}, "share of the run in which a link was busy");
        svg_.box(left, y + 20, length, 14, white, grey);
        for (int step = 0; step < steps; ++step)
            svg_.bar(left + step * step_width, y + 20, step_width, 14, ramp(step / (steps - 1.0)));
        for (int tick = 0; tick <= ticks; ++tick)
            svg_.text({left + tick * length / ticks, y + 50, length / ticks, small_text, Anchor::middle},
                      tick == 0 ? "0" : percent(most_ * tick / ticks));
        svg_.arrow(left + length + 40, y + 27, 48, 1, Direction::right, white);
        svg_.text({left + length + 96, y + 31, 60}, "not used");
        svg_.text({left + length + 40, y + 50, 380},
                  small_ ? "left and right in a cell: from the network, to the network"
                         : "in, out: from the network to the cluster and back");
        svg_.box(left, y + 66, 60, 12, white, grey);
        svg_.bar(left, y + 66, 30, 12, grey);
        svg_.text({left + 68, y + 76, 500}, "memory of a cluster (SMEM): the most in use at a time, of " +
                                                quantity(shape_.smem_bytes, "B"));
        svg_.end_group();
    }

    const json& summary_;
    ChipShape shape_;
    ChipGrid grid_;
    ChipUse use_;
    double most_;
    bool small_;
    int further_links_; // of a cluster: drawn inside its cell
    Svg svg_;
};

} // namespace

std::string chip_picture(const json& summary) {
    return ChipPicture(summary).draw();
}

} // namespace sartor::configurator
