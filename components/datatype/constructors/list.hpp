// Elements one after the other: what structs and indexed datatypes are made with (MPI-5.0 section 5.1.2).
#pragma once

#include <cstdint>

#include "components/datatype/element.hpp"
#include "components/layout/layout.hpp"

namespace sartor::datatype {

using layout::Layout, layout::LayoutList;

class ElementList {
  public:
    ElementList() noexcept;
    ElementList(const ElementList&) = delete;
    ElementList& operator=(const ElementList&) = delete;
    ~ElementList();

    // `count` copies behind each other, the first `displacement` bytes from the beginning.
    void add(const Element<Layout>& part, std::int64_t displacement, std::int64_t count) noexcept;
    [[nodiscard]] Element<Layout> element() noexcept;

  private:
    void add_items(const Element<Layout>& part, std::int64_t count) noexcept;

    Element<Layout> result_;
    BoundsSum sum_;
    LayoutList layouts_;
    bool overflow_ = false;
};

// The same element, moved by some bytes. Without data there is nothing to move.
[[nodiscard]] Element<Layout> shifted(Element<Layout> element, std::int64_t bytes) noexcept;

// The same element with bounds set by markers.
[[nodiscard]] Element<Layout> resized(Element<Layout> element, std::int64_t lower,
                                      std::int64_t extent) noexcept;

} // namespace sartor::datatype
