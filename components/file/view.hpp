// What a rank sees of a file: the data of a filetype, again and again from a displacement on (MPI-5.0 section
// 14.3).
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/file/pieces.hpp"
#include "components/layout/layout.hpp"

namespace sartor::file {

// In what order the pieces of a filetype are.
struct Order {
    bool sorted = true;         // their positions don't decrease
    bool separate = true;       // no byte belongs to two of them
    bool tiles_in_order = true; // both, also from one filetype to the next
    std::int64_t first = 0;
    std::uint64_t granules = 0; // as of Pieces
};

// Takes time proportional to the memory of the layout, not to its runs. `extent`: from one filetype to the
// next.
[[nodiscard]] Order order_of(const layout::Layout& filetype, std::int64_t extent) noexcept;

// Offsets into a view are bytes of its data. The shape is that of the filetype, which the view keeps alive.
class View {
  public:
    // All bytes of the file.
    View() noexcept;
    // `etype_bytes` is above 0. A filetype without data makes a view without any.
    View(std::int64_t displacement, std::int64_t etype_bytes, layout::Layout filetype,
         std::int64_t extent) noexcept;

    [[nodiscard]] std::int64_t displacement() const noexcept { return displacement_; }
    [[nodiscard]] std::int64_t etype_bytes() const noexcept { return etype_bytes_; }
    [[nodiscard]] bool is_empty() const noexcept { return !filetype_.shape; }
    // `bytes` bytes of data from `offset` on, which are there. The view must outlive them.
    [[nodiscard]] Pieces pieces(std::int64_t offset, std::size_t bytes) const noexcept;
    // Where in the file the data at an offset are; of an empty view its displacement.
    [[nodiscard]] std::int64_t position_of(std::int64_t offset) const noexcept;
    // How many bytes of data there are before a position of the file, where filetypes are in order; otherwise
    // an offset at which data before the position meet data behind it. O(log position).
    [[nodiscard]] std::int64_t bytes_before(std::int64_t position) const noexcept;

  private:
    std::int64_t displacement_ = 0;
    std::int64_t etype_bytes_ = 1;
    layout::Layout filetype_;
    std::int64_t extent_ = 1;
    Order order_;
};

} // namespace sartor::file
