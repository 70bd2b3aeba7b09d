// Elements one after the other: what structs and indexed datatypes are made with (MPI-5.0 section 5.1.2).
#pragma once

#include <cstdint>

#include "components/datatype/element.hpp"
#include "components/layout/layout.hpp"

namespace sartor::datatype {

using layout::Layout, layout::LayoutList;

class ElementList {
  public:
    // `count` copies behind each other, the first `displacement` bytes from the beginning.
    void add(const Element<Layout>& part, std::int64_t displacement, std::int64_t count) noexcept {
        if (part.problem != Problem::none) result_.problem = part.problem;
        sum_.add(part.bounds, displacement, count, part.bounds.extent());
        if (sum_.overflowed()) return;
        add_items(part, count);
        layouts_.add(part.where, displacement, static_cast<std::size_t>(count), part.bounds.extent());
    }

    [[nodiscard]] Element<Layout> element() noexcept {
        if (result_.problem != Problem::none) return result_;
        if (!sum_.overflowed()) result_.where = layouts_.layout();
        internal::settle(result_, sum_, overflow_);
        return result_;
    }

  private:
    void add_items(const Element<Layout>& part, std::int64_t count) noexcept {
        std::int64_t items = 0;
        overflow_ = __builtin_mul_overflow(part.items, count, &items) || overflow_;
        if (items == 0) return;
        result_.item = result_.items == 0 || result_.item == part.item ? part.item : std::int16_t{0};
        overflow_ = __builtin_add_overflow(result_.items, items, &result_.items) || overflow_;
    }

    Element<Layout> result_;
    BoundsSum sum_;
    LayoutList layouts_;
    bool overflow_ = false;
};

// The same element, moved by some bytes. Without data there is nothing to move.
[[nodiscard]] inline Element<Layout> shifted(Element<Layout> element, std::int64_t bytes) noexcept {
    Bounds& bounds = element.bounds;
    if (bounds.size == 0) return element;
    bool overflow = false;
    for (std::int64_t* bound : {&bounds.lower, &bounds.upper, &bounds.true_lower, &bounds.true_upper})
        overflow = __builtin_add_overflow(*bound, bytes, bound) || overflow;
    if (overflow)
        element.problem = Problem::too_large;
    else
        element.where.offset += bytes;
    return element;
}

// The same element with bounds set by markers.
[[nodiscard]] inline Element<Layout> resized(Element<Layout> element, std::int64_t lower,
                                             std::int64_t extent) noexcept {
    if (__builtin_add_overflow(lower, extent, &element.bounds.upper)) element.problem = Problem::too_large;
    element.bounds.lower = lower;
    element.bounds.lower_marked = element.bounds.upper_marked = true;
    return element;
}

} // namespace sartor::datatype
