#include "emulation/observers/chart/matrix.hpp"

namespace sartor::machine::manycore::chart {

Matrix::Matrix(const Run& run) noexcept : run_(run), by_ranks_(run.ranks <= most_rows) {
    const int nodes = run.chip.description().nodes();
    nodes_per_row_ = (nodes + most_rows - 1) / most_rows;
    side_ = by_ranks_ ? run.ranks : (nodes + nodes_per_row_ - 1) / nodes_per_row_;
    cells_ = allocate<Cell>(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_));
}

const char* Matrix::each() const noexcept {
    static char text[48] = "rank";
    if (!by_ranks_ && nodes_per_row_ == 1) std::snprintf(text, sizeof text, "cluster");
    if (!by_ranks_ && nodes_per_row_ > 1)
        std::snprintf(text, sizeof text, "group of %d clusters", nodes_per_row_);
    return text;
}

} // namespace sartor::machine::manycore::chart
