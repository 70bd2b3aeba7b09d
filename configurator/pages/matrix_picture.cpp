// The scale is logarithmic: a colour for each doubling, at most 16 of them.
#include "configurator/pages/pictures.hpp"
#include "configurator/pages/quantity.hpp"
#include "configurator/pages/svg.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace sartor::configurator {

namespace {

using nlohmann::json;

constexpr int matrix_left = 84, matrix_top = 96;
constexpr int steps = 16;
constexpr int usual_side = 720, least_length = 620;
constexpr int cell_with_number = 58;
constexpr int most_with_numbers = 16;

std::string in_bytes(std::int64_t bytes) {
    return quantity(static_cast<double>(bytes), "B");
}

class MatrixPicture {
  public:
    explicit MatrixPicture(const json& file)
        : file_(file), side_(file.at("matrix").at("size").get<int>()), numbers_(side_ <= most_with_numbers),
          cell_(numbers_ ? cell_with_number : std::max(1, usual_side / side_)), length_(side_ * cell_),
          bytes_(static_cast<std::size_t>(side_ * side_)),
          svg_(matrix_left + std::max(length_, least_length) + 40, matrix_top + length_ + 110) {
        for (const json& cell : file.at("matrix").at("cells"))
            bytes_.at(static_cast<std::size_t>(cell.at(0).get<int>() * side_ + cell.at(1).get<int>())) =
                cell.at(2);
        choose_scale();
    }

    std::string draw() {
        const std::string each = file_.at("matrix").at("each").get<std::string>();
        svg_.text({matrix_left, 26, least_length, 15},
                  fmt::format("{}: bytes that {} ranks sent", file_.at("machine").get<std::string>(),
                              file_.at("ranks").dump()));
        svg_.text(
            {matrix_left, 46, least_length},
            fmt::format("from each {} (row) to each other (column); {} in all", each, in_bytes(total_)));
        svg_.group(fmt::format("class=\"matrix\" data-side=\"{}\" data-total=\"{}\"", side_, total_));
        for (int from = 0; from < side_; ++from) row(from);
        svg_.end_group();
        svg_.group("fill-opacity=\"0\"");
        svg_.box(matrix_left, matrix_top, length_, length_, white, black);
        svg_.end_group();
        ticks(each);
        legend(matrix_top + length_ + 24);
        return svg_.end();
    }

  private:
    void choose_scale() {
        std::int64_t least = 0;
        for (const std::int64_t bytes : bytes_) {
            total_ += bytes;
            most_ = std::max(most_, bytes);
            if (bytes > 0 && (least == 0 || bytes < least)) least = bytes;
        }
        while (2 * first_ <= least || first_ << steps <= most_) first_ *= 2;
        used_steps_ = step_of(most_) + 1;
    }
    // Empty cells are -1.
    int step_of(std::int64_t bytes) const {
        int number = bytes == 0 ? -1 : 0;
        for (std::int64_t end = 2 * first_; number >= 0 && number < steps - 1 && bytes >= end; end *= 2)
            ++number;
        return number;
    }
    Color color(int step) const { return used_steps_ <= 1 ? ramp(0.5) : ramp(step / (used_steps_ - 1.0)); }
    std::int64_t at(int from, int to) const { return bytes_[static_cast<std::size_t>(from * side_ + to)]; }

    // Neighbours of one colour are one bar.
    void row(int from) {
        const int y = matrix_top + from * cell_;
        for (int to = 0; to < side_;) {
            const int begin = to, step = step_of(at(from, begin));
            do ++to;
            while (!numbers_ && to < side_ && step_of(at(from, to)) == step);
            if (step < 0) continue;
            svg_.bar(matrix_left + begin * cell_, y, (to - begin) * cell_, cell_, color(step));
            if (numbers_)
                svg_.text({matrix_left + begin * cell_ + cell_ / 2, y + cell_ / 2 + 4, cell_, small_text,
                           Anchor::middle, color(step).is_dark() ? white : black},
                          in_bytes(at(from, begin)));
        }
    }

    void ticks(const std::string& each) {
        int distance = 1;
        while (distance * cell_ < 36) distance *= 2;
        for (int row = 0; row < side_; row += distance) {
            const int offset = row * cell_ + cell_ / 2;
            svg_.text({matrix_left + offset, matrix_top - 8, 34, small_text, Anchor::middle},
                      std::to_string(row));
            svg_.text({matrix_left - 8, matrix_top + offset + 4, 34, small_text, Anchor::end},
                      std::to_string(row));
        }
        svg_.text({matrix_left, matrix_top - 26, 260}, "to " + each);
        svg_.text({4, matrix_top - 8, matrix_left - 14}, "from");
    }

    void legend(int y) {
        const bool few = used_steps_ <= 8;
        const int width = few ? 64 : 36;
        svg_.group("class=\"legend\"");
        for (int step = 0; step < used_steps_; ++step)
            svg_.bar(matrix_left + step * width, y, width, 16, color(step));
        for (int step = 0; step < used_steps_ && used_steps_ > 1; step += few ? 1 : 3)
            svg_.text({matrix_left + step * width, y + 30, few ? width : 3 * width},
                      in_bytes(first_ << step));
        svg_.text({matrix_left, y + 50, 560},
                  used_steps_ <= 1 ? "coloured: at most " + in_bytes(most_) + "; white: nothing"
                                   : "each colour: from its value up to the next value; the first colour "
                                     "starts at 0; white: nothing");
        svg_.end_group();
    }

    const json& file_;
    int side_;
    bool numbers_;
    int cell_, length_;
    std::vector<std::int64_t> bytes_;
    std::int64_t first_ = 1, total_ = 0, most_ = 0; // what the first colour begins with; sum; largest
    int used_steps_ = 0;
    Svg svg_;
};

} // namespace

std::string matrix_picture(const json& file) {
    return MatrixPicture(file).draw();
}

} // namespace sartor::configurator
