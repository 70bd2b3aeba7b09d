// Where the parts of a chip are in pictures of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <utility>
#include <vector>

namespace sartor::configurator {

/// An emulated chip's network and memories.
struct ChipShape {
    bool torus = false;
    std::vector<int> dimensions; ///< empty: no chip
    std::vector<int> io_at;      ///< clusters at which I/O subsystems are
    double smem_bytes = 0, ddr_bytes = 0;
};
/// Of the member "chip" of a run's summary, or of a trace.
ChipShape shape_in(const nlohmann::json& chip);

enum class Side { right, left, down, up, inside };

/// Clusters are in rows and columns by the network's dimensions: the first goes to the right, the second
/// down, the third again to the right by blocks, and so on; I/O subsystems are below.
class ChipGrid {
  public:
    explicit ChipGrid(const ChipShape& shape);

    // NOLINTBEGIN(clang-analyzer-core.*): the analyzer does not see that the constructor sets it
    int nodes() const { return clusters_ + static_cast<int>(shape_.io_at.size()); }
    int clusters() const { return clusters_; }
    // NOLINTEND(clang-analyzer-core.*)
    int columns() const { return columns_; }
    int rows() const { return rows_; } ///< of clusters
    bool is_io(int node) const { return node >= clusters_; }
    int number_of(int node) const { return is_io(node) ? node - clusters_ : node; }
    /// Column and row.
    std::pair<int, int> place_of(int node) const;
    /// In the gap behind which side of a cell a link is. Links of further dimensions than two are inside the
    /// cell.
    Side side_of(int from, int to) const;
    /// To which clusters a cluster has links, each once, by dimension.
    std::vector<int> neighbours_of(int cluster) const;

  private:
    ChipShape shape_;
    int clusters_ = 1, columns_ = 1, rows_ = 1;
};

} // namespace sartor::configurator
