// The chip as SVG: the page's style makes thickness and lightness of what --v is for each part, from 0 to 1;
// the script chip.js changes it.
#include "configurator/pages/line_plot.hpp"
#include "configurator/report/parts.hpp"
#include "configurator/support/csv.hpp"
#include "configurator/support/html.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace sartor::configurator {

namespace {

constexpr int most_large_cells = 64;
constexpr std::string_view link_prefix = "link to ";

struct Point {
    int column = 0, row = 0;
};

/// An arrow from a point, to the right after it has been turned.
struct Arrow {
    int x = 0, y = 0, length = 0, angle = 0;
    int label_x = 0, label_y = 0;
    const char* anchor = "middle";
};

/// Clusters are in rows and columns by the network's dimensions: the first goes to the right, the second
/// down, the third again to the right by blocks, and so on; I/O subsystems are below.
class ChipPicture {
  public:
    explicit ChipPicture(const TraceSummary& trace) : trace_(trace), shape_(trace.chip) {
        for (std::size_t dimension = 0; dimension < shape_.dimensions.size(); ++dimension) {
            clusters_ *= shape_.dimensions[dimension];
            (dimension % 2 == 0 ? columns_ : rows_) *= shape_.dimensions[dimension];
        }
        large_ = clusters_ <= most_large_cells;
        width_ = large_ ? 108 : 34;
        height_ = large_ ? 62 : 28;
        gap_ = large_ ? 58 : 20;
        next_inside_.resize(static_cast<std::size_t>(nodes()));
        for (const CounterTrack& track : trace.counters)
            if (track.unit == "percent") most_load_ = std::max(most_load_, track.peak);
        for (const double end : {100.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0})
            if (most_load_ <= end) scale_ = end;
    }

    std::string draw() {
        cells();
        for (const CounterTrack& track : trace_.counters)
            if (track.unit == "percent" && track.node >= 0 && track.node < nodes()) link(track);
        const int io_rows = (static_cast<int>(shape_.io_at.size()) + columns_ - 1) / columns_;
        return fmt::format(
            "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" role=\"img\" aria-label=\"the chip, its links and "
            "memories; their numbers are in the table below\">\n{2}</svg>\n",
            2 * gap_ + columns_ * (width_ + gap_),
            (io_rows > 0 ? 3 : 2) * gap_ + (rows_ + io_rows) * (height_ + gap_), picture_);
    }
    /// As JSON, a part for each element of the picture that changes, in their order.
    [[nodiscard]] std::string data() const {
        return fmt::format("{{\"end\":{:.3f},\"intervals\":{},\"parts\":[{}]}}", trace_.end,
                           counter_intervals, parts_);
    }
    [[nodiscard]] const std::string& csv() const { return csv_; }
    [[nodiscard]] double scale() const { return scale_; }

  private:
    [[nodiscard]] int nodes() const { return clusters_ + static_cast<int>(shape_.io_at.size()); }
    [[nodiscard]] bool is_io(int node) const { return node >= clusters_; }
    [[nodiscard]] Point place_of(int node) const {
        if (is_io(node)) return {(node - clusters_) % columns_, rows_ + (node - clusters_) / columns_};
        Point place;
        int strides[2] = {1, 1};
        for (std::size_t dimension = 0; dimension < shape_.dimensions.size(); ++dimension) {
            const int size = shape_.dimensions[dimension];
            (dimension % 2 == 0 ? place.column : place.row) += node % size * strides[dimension % 2];
            strides[dimension % 2] *= size;
            node /= size;
        }
        return place;
    }
    [[nodiscard]] Point corner_of(int node) const {
        const Point place = place_of(node);
        return {gap_ + place.column * (width_ + gap_),
                gap_ + place.row * (height_ + gap_) + (is_io(node) ? gap_ : 0)};
    }

    void cells() {
        for (int node = 0; node < nodes(); ++node) {
            const auto found = std::ranges::find_if(trace_.counters, [&](const CounterTrack& track) {
                return track.node == node && track.unit == "bytes";
            });
            cell(node, found == trace_.counters.end() ? nullptr : &*found);
        }
    }
    void cell(int node, const CounterTrack* memory) {
        const Point corner = corner_of(node);
        const std::string name =
            is_io(node) ? fmt::format("I/O {}", node - clusters_) : fmt::format("cluster {}", node);
        const double room = is_io(node) ? shape_.ddr_bytes : shape_.smem_bytes;
        const double most = std::max(room, memory == nullptr ? 0 : memory->peak) / 1024;
        begin_part("m", memory, 1.0 / 1024, most, "KiB",
                   memory == nullptr
                       ? name
                       : fmt::format("{}: at most {:.0f} of {:.0f} KiB", name, memory->peak / 1024, most));
        picture_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", corner.column,
                                corner.row, width_, height_);
        picture_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                                corner.column + width_ / 2, corner.row + (large_ ? 17 : 12),
                                large_ ? name : std::to_string(is_io(node) ? node - clusters_ : node));
        if (large_)
            picture_ += fmt::format("<text class=\"v\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                                    corner.column + width_ / 2, corner.row + 34,
                                    memory == nullptr ? "" : fmt::format("{:.0f} KiB", memory->mean / 1024));
        picture_ += "</g>\n";
    }

    /// Where a link leads to, if it does so between clusters.
    static std::optional<int> target_of(const CounterTrack& track) {
        if (!track.what.starts_with(link_prefix)) return std::nullopt;
        int to = 0;
        const char* const end = track.what.data() + track.what.size();
        return std::from_chars(track.what.data() + link_prefix.size(), end, to).ec == std::errc()
                   ? std::optional(to)
                   : std::nullopt;
    }
    void link(const CounterTrack& track) {
        const std::optional<int> to = target_of(track);
        const Arrow arrow = to ? between(track.node, *to) : inside(track.node);
        begin_part(
            "l", &track, 1, scale_, "%",
            fmt::format("{}: {:.1f} % on average, {:.1f} % at most", track.name, track.mean, track.peak));
        picture_ +=
            fmt::format("<g transform=\"translate({},{}) rotate({})\"><path d=\"M0 0h{}\"/><path class=\"h\" "
                        "d=\"M{} -5l7 5l-7 5z\"/></g>",
                        arrow.x, arrow.y, arrow.angle, arrow.length - 5, arrow.length - 7);
        if (large_ && to && arrow.label_x > 0)
            picture_ += fmt::format("<text class=\"v\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>",
                                    arrow.label_x, arrow.label_y, arrow.anchor,
                                    track.mean >= 0.05 ? fmt::format("{:.1f} %", track.mean) : "");
        picture_ += "</g>\n";
    }
    /// In the gap behind the cell's side; ways there and back are beside each other. Of further dimensions
    /// than two: inside the cell.
    Arrow between(int from, int to) {
        int stride = 1;
        for (std::size_t dimension = 0; dimension < 2 && dimension < shape_.dimensions.size(); ++dimension) {
            const int size = shape_.dimensions[dimension], begin = from / stride % size,
                      end = to / stride % size;
            stride *= size;
            if (begin == end) continue;
            const bool up = shape_.torus ? (begin + 1) % size == end : end > begin;
            return dimension == 0 ? across(corner_of(from), up) : along(corner_of(from), up);
        }
        return inside(from);
    }
    [[nodiscard]] Arrow across(Point corner, bool up) const {
        const int aside = large_ ? 8 : 5, middle = corner.row + height_ / 2, length = gap_ - 6;
        if (up)
            return {corner.column + width_ + 3,        middle - aside,    length, 0,
                    corner.column + width_ + gap_ / 2, middle - aside - 6};
        return {corner.column - 3,        middle + aside,     length, 180,
                corner.column - gap_ / 2, middle + aside + 15};
    }
    [[nodiscard]] Arrow along(Point corner, bool up) const {
        const int aside = large_ ? 8 : 5, middle = corner.column + width_ / 2, length = gap_ - 6;
        if (up)
            return {middle - aside,
                    corner.row + height_ + 3,
                    length,
                    90,
                    middle - aside - 6,
                    corner.row + height_ + gap_ / 2 + 4,
                    "end"};
        return {middle + aside, corner.row - 3, length, 270, middle + aside + 6, corner.row - gap_ / 2 + 4,
                "start"};
    }
    /// The interfaces of a node, and links of further dimensions: short arrows at the bottom of its cell.
    Arrow inside(int node) {
        constexpr int pitch = 13;
        const Point corner = corner_of(node);
        const int in_row = (width_ - 6) / pitch, number = next_inside_[static_cast<std::size_t>(node)]++;
        return {corner.column + 3 + number % in_row * pitch, corner.row + height_ - 7 - number / in_row * 11,
                12, 0};
    }

    /// An element of the picture, open; what it shows over time goes into the data.
    void begin_part(const char* kind, const CounterTrack* track, double factor, double most, const char* unit,
                    const std::string& title) {
        const double mean = track == nullptr ? 0 : track->mean * factor;
        picture_ += fmt::format("<g class=\"p {}\" style=\"--v:{:.3f}\"><title>{}</title>", kind,
                                most > 0 ? std::min(1.0, mean / most) : 0, escaped(title));
        parts_ += fmt::format("{}{{\"unit\":\"{}\",\"most\":{:.6g},\"mean\":{:.5g},\"values\":[",
                              parts_.empty() ? "" : ",", unit, std::max(most, 1e-9), mean);
        if (track != nullptr) add_values(*track, factor, unit);
        parts_ += "]}";
    }
    void add_values(const CounterTrack& track, double factor, const char* unit) {
        if (csv_.empty()) add_header();
        csv_ += fmt::format("\"{}\",{}", track.name, unit);
        for (const double value : track.values) {
            const std::string text = fmt::format("{:.4g}", value * factor);
            parts_ += (parts_.ends_with('[') ? "" : ",") + text;
            csv_ += "," + text;
        }
        csv_ += '\n';
    }
    void add_header() {
        csv_ = "part,unit";
        for (int bin = 0; bin < counter_intervals; ++bin)
            csv_ += fmt::format(",from {:.6g} ms", trace_.end * bin / counter_intervals / 1000);
        csv_ += '\n';
    }

    const TraceSummary& trace_;
    const ChipShape& shape_;
    int clusters_ = 1, columns_ = 1, rows_ = 1;
    bool large_ = false;
    int width_ = 0, height_ = 0, gap_ = 0;
    double most_load_ = 0, scale_ = 100;
    std::vector<int> next_inside_; // of each node's arrows
    std::string picture_, parts_, csv_;
};

} // namespace

std::string chip_part(const TraceSummary& trace) {
    if (trace.chip.dimensions.empty()) return "";
    ChipPicture chip(trace);
    const std::string picture = chip.draw();
    return fmt::format("<h3>The chip over time</h3>\n<p>Cells: memory in use, darker is more. Arrows: load "
                       "of links, and of interfaces "
                       "and further links at the bottom of cells; the thickest and darkest have {:g} % and "
                       "more of what a link can "
                       "carry. {}Without scripts, and at first: means over the run.</p>\n"
                       "<div class=\"chip\"><p><label>time <input type=\"range\" min=\"0\" max=\"{}\" "
                       "value=\"0\"></label> <button>whole "
                       "run</button> <output></output></p>\n<div class=\"w\">{}</div>\n<script "
                       "type=\"application/json\">{}</script></div>\n{}",
                       chip.scale(), trace.chip.torus ? "Links at an edge lead to the opposite edge. " : "",
                       counter_intervals - 1, picture, chip.data(), data_below(chip.csv()));
}

} // namespace sartor::configurator
