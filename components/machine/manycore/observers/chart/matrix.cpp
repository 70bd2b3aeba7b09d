// The scale is logarithmic: a colour for each doubling, at most 16 of them.
#include "components/machine/manycore/observers/chart/matrix.hpp"

#include "components/machine/manycore/observers/chart/svg.hpp"

namespace sartor::machine::manycore::chart {

namespace {

constexpr int left = 84;
constexpr int top = 96;
constexpr int steps = 16;
constexpr int usual_side = 720;
constexpr int cell_with_number = 58;
constexpr int most_with_numbers = 16;

struct Scale {
    std::int64_t least = 1; // what the first colour begins with
    std::int64_t total = 0;
    std::int64_t most = 0;

    // Empty cells are -1.
    [[nodiscard]] int step(std::int64_t bytes) const noexcept {
        if (bytes == 0) return -1;
        int number = 0;
        for (std::int64_t end = 2 * least; number < steps - 1 && bytes >= end; end *= 2) ++number;
        return number;
    }
    [[nodiscard]] int used_steps() const noexcept { return step(most) + 1; }
    [[nodiscard]] Color color(int step) const noexcept {
        if (step < 0) return white;
        return used_steps() == 1 ? ramp(500) : ramp(step * 1000 / (used_steps() - 1));
    }
};

Scale scale_of(const Matrix& matrix) noexcept {
    Scale scale;
    std::int64_t least = 0;
    for (int from = 0; from < matrix.side(); ++from)
        for (int to = 0; to < matrix.side(); ++to) {
            const std::int64_t bytes = matrix.at(from, to);
            scale.total += bytes;
            if (bytes > scale.most) scale.most = bytes;
            if (bytes > 0 && (least == 0 || bytes < least)) least = bytes;
        }
    while (2 * scale.least <= least || scale.least << steps <= scale.most) scale.least *= 2;
    return scale;
}

class MatrixPicture {
  public:
    MatrixPicture(FILE* file, const Matrix& matrix) noexcept
        : svg_(file), matrix_(matrix), scale_(scale_of(matrix)), side_(matrix.side()),
          numbers_(side_ <= most_with_numbers), cell_(numbers_ ? cell_with_number : usual_side / side_) {}

    void draw(const char* title, const char* unit) noexcept {
        const int length = side_ * cell_;
        const int width = left + (length > least_length ? length : least_length) + 40;
        svg_.begin(width, top + length + 110);
        svg_.text({left, 26, width - left, large_text}, "%s", title);
        svg_.text({left, 46, width - left}, "how much each %s (row) sent to each other (column); %s in all",
                  unit, in_bytes(scale_.total).text);
        svg_.group("class=\"matrix\" data-side=\"%d\" data-total=\"%lld\"", side_,
                   static_cast<long long>(scale_.total));
        for (int from = 0; from < side_; ++from) row(from);
        svg_.end_group();
        svg_.group("fill-opacity=\"0\"");
        svg_.box(left, top, length, length, white, black);
        svg_.end_group();
        ticks(unit);
        legend(top + length + 24);
        svg_.end();
    }

  private:
    static constexpr int least_length = 620;

    // Neighbours of one colour are one bar.
    void row(int from) noexcept {
        const int y = top + from * cell_;
        for (int to = 0; to < side_;) {
            const int begin = to;
            const int step = scale_.step(matrix_.at(from, begin));
            do ++to;
            while (!numbers_ && to < side_ && scale_.step(matrix_.at(from, to)) == step);
            if (step < 0) continue;
            svg_.bar(left + begin * cell_, y, (to - begin) * cell_, cell_, scale_.color(step));
            if (numbers_)
                svg_.text({left + begin * cell_ + cell_ / 2, y + cell_ / 2 + 4, cell_, small_text,
                           Anchor::middle, scale_.color(step).is_dark() ? white : black},
                          "%s", in_bytes(matrix_.at(from, begin)).text);
        }
    }

    void ticks(const char* unit) noexcept {
        int distance = 1;
        while (distance * cell_ < 36) distance *= 2;
        for (int row = 0; row < side_; row += distance) {
            const int offset = row * cell_ + cell_ / 2;
            svg_.text({left + offset, top - 8, 34, small_text, Anchor::middle}, "%d", row);
            svg_.text({left - 8, top + offset + 4, 34, small_text, Anchor::end}, "%d", row);
        }
        svg_.text({left, top - 26, 200}, "to %s", unit);
        svg_.text({4, top - 8, left - 14}, "from");
    }

    void legend(int y) noexcept {
        const bool few = scale_.used_steps() <= 8;
        const int width = few ? 64 : 36;
        svg_.group("class=\"legend\"");
        for (int step = 0; step < scale_.used_steps(); ++step)
            svg_.bar(left + step * width, y, width, 16, scale_.color(step));
        for (int step = 0; step < scale_.used_steps() && scale_.used_steps() > 1; step += few ? 1 : 3)
            svg_.text({left + step * width, y + 30, few ? width : 3 * width}, "%s",
                      in_bytes(scale_.least << step).text);
        if (scale_.used_steps() == 1)
            svg_.text({left, y + 50, 560}, "coloured: at most %s; white: nothing",
                      in_bytes(scale_.most).text);
        else
            svg_.text({left, y + 50, 560},
                      "a colour: from this much up to the next; the first colour: from 0 on; white: nothing");
        svg_.end_group();
    }

    Svg svg_;
    const Matrix& matrix_;
    Scale scale_;
    int side_;
    bool numbers_;
    int cell_;
};

} // namespace

Matrix::Matrix(const Run& run) noexcept : run_(run), by_ranks_(run.ranks <= most_rows) {
    const int nodes = run.chip.description().nodes();
    nodes_per_row_ = (nodes + most_rows - 1) / most_rows;
    side_ = by_ranks_ ? run.ranks : (nodes + nodes_per_row_ - 1) / nodes_per_row_;
    bytes_ = allocate<std::int64_t>(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_));
}

void Matrix::draw(FILE* file) const noexcept {
    char title[160];
    std::snprintf(title, sizeof title, "%s: what %d ranks sent", run_.chip.description().name, run_.ranks);
    char unit[48] = "rank";
    if (!by_ranks_ && nodes_per_row_ == 1) std::snprintf(unit, sizeof unit, "cluster");
    if (!by_ranks_ && nodes_per_row_ > 1)
        std::snprintf(unit, sizeof unit, "group of %d clusters", nodes_per_row_);
    MatrixPicture(file, *this).draw(title, unit);
}

} // namespace sartor::machine::manycore::chart
