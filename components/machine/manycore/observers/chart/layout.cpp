// Rows and columns.
#include "components/machine/manycore/observers/chart/layout.hpp"

namespace sartor::machine::manycore::chart {

namespace {

constexpr int most_large_cells = 64;
constexpr int io_distance = 24;  // besides the gap
constexpr int least_width = 760; // of title and legend

} // namespace

Layout::Layout(const Description& description) noexcept
    : description_(description), small_(description.clusters > most_large_cells) {
    for (int dimension = 0; dimension < description.dimension_count; ++dimension) {
        const int size = description.dimensions[dimension];
        (dimension % 2 == 0 ? columns_ : rows_) *= size;
        if (dimension >= 2 && size > 1) further_links_ += size == 2 ? 1 : 2;
    }
    cell_height_ =
        small_ ? 40 + (further_links_ > 0 ? further_height : 0) : 98 + further_links_ * further_height;
    const int io = static_cast<int>(description.io_subsystems);
    const int io_rows = (io + columns_ - 1) / columns_;
    width_ = 2 * left + columns_ * cell_width() + (columns_ - 1) * gap();
    if (width_ < least_width) width_ = least_width;
    height_ = top + (rows_ + io_rows) * (cell_height_ + gap()) + (io_rows > 0 ? io_distance : 0);
}

Point Layout::of(int node) const noexcept {
    int column = 0;
    int row = 0;
    if (description_.is_io(node)) {
        const int io = node - static_cast<int>(description_.clusters);
        column = io % columns_;
        row = rows_ + io / columns_;
    } else {
        int rest = node;
        int strides[2] = {1, 1};
        for (int dimension = 0; dimension < description_.dimension_count; ++dimension) {
            const int size = description_.dimensions[dimension];
            (dimension % 2 == 0 ? column : row) += rest % size * strides[dimension % 2];
            strides[dimension % 2] *= size;
            rest /= size;
        }
    }
    return {left + column * (cell_width() + gap()),
            top + row * (cell_height_ + gap()) + (row >= rows_ ? io_distance : 0)};
}

} // namespace sartor::machine::manycore::chart
