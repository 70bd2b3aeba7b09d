// Elements one after the other: what structs and indexed datatypes are made with (MPI-5.0 section 5.1.2).
#pragma once

#include <cstdint>

#include "components/datatype/element.hpp"
#include "components/layout/layout.hpp"

namespace sartor::datatype {

using layout::Layout, layout::LayoutList;

// Computes bounds, layout and number of items of parts as they are added. O(parts) memory for their layouts.
class ElementList {
  public:
    ElementList() noexcept;
    ElementList(const ElementList&) = delete;
    ElementList& operator=(const ElementList&) = delete;
    ~ElementList();

    // `count` copies, one after the other by their extent, the first `displacement` bytes from the beginning.
    // The count must not be negative.
    void add(const Element<Layout>& part, std::int64_t displacement, std::int64_t count) noexcept;
    // The result, once. Its problem is set when a size did not fit into 64 bits or memory was missing.
    [[nodiscard]] Element<Layout> element() noexcept;

  private:
    void add_items(const Element<Layout>& part, std::int64_t count) noexcept;

    Element<Layout> result_;
    BoundsSum sum_;
    LayoutList layouts_;
    bool overflow_ = false;
};

// The same element, displaced by some bytes. Without data it is unchanged.
[[nodiscard]] Element<Layout> shifted(Element<Layout> element, std::int64_t bytes) noexcept;

// The same element with bounds set by markers.
[[nodiscard]] Element<Layout> resized(Element<Layout> element, std::int64_t lower,
                                      std::int64_t extent) noexcept;

} // namespace sartor::datatype
