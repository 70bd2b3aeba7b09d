// Where the parts of a chip are in its picture.
#pragma once

#include "components/machine/manycore/description.hpp"

namespace sartor::machine::manycore::chart {

struct Point {
    int x = 0;
    int y = 0;
};

// Clusters are in rows and columns by the network's dimensions: the first goes to the right, the second down,
// the third again to the right by blocks, and so on; I/O subsystems are below them. Many clusters are drawn
// smaller.
class Layout {
  public:
    explicit Layout(const Description& description) noexcept;

    [[nodiscard]] bool is_small() const noexcept { return small_; }
    [[nodiscard]] int cell_width() const noexcept { return small_ ? 70 : 172; }
    [[nodiscard]] int cell_height() const noexcept { return cell_height_; }
    [[nodiscard]] int gap() const noexcept { return small_ ? 36 : 60; }
    [[nodiscard]] int width() const noexcept { return width_; }
    [[nodiscard]] int height() const noexcept { return height_; } // of clusters and I/O subsystems

    // The corner of a cluster or an I/O subsystem.
    [[nodiscard]] Point of(int node) const noexcept;

    static constexpr int left = 60; // of the first cell
    static constexpr int top = 128;
    static constexpr int further_height = 15;

  private:
    const Description& description_;
    bool small_;
    int further_links_ = 0; // of further dimensions than those of the paper: drawn inside the cells
    int cell_height_ = 0;
    int columns_ = 1;
    int rows_ = 1;
    int width_ = 0;
    int height_ = 0;
};

} // namespace sartor::machine::manycore::chart
