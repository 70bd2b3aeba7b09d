// Elements one after the other: bounds, number of basic elements, and layout of all together.
#include "components/datatype/constructors/list.hpp"

namespace sartor::datatype {

ElementList::ElementList() noexcept = default;
ElementList::~ElementList() = default;

void ElementList::add(const Element<Layout>& part, std::int64_t displacement, std::int64_t count) noexcept {
    if (part.problem != Problem::none) result_.problem = part.problem;
    sum_.add(part.bounds, displacement, count, part.bounds.extent());
    if (sum_.overflowed()) return;
    add_items(part, count);
    layouts_.add(part.where, displacement, static_cast<std::size_t>(count), part.bounds.extent());
}

Element<Layout> ElementList::element() noexcept {
    if (result_.problem != Problem::none) return result_;
    if (!sum_.overflowed()) result_.where = layouts_.layout();
    internal::settle(result_, sum_, overflow_);
    return result_;
}

void ElementList::add_items(const Element<Layout>& part, std::int64_t count) noexcept {
    std::int64_t items = 0;
    overflow_ = __builtin_mul_overflow(part.items, count, &items) || overflow_;
    if (items == 0) return;
    result_.item = result_.items == 0 || result_.item == part.item ? part.item : std::int16_t{0};
    overflow_ = __builtin_add_overflow(result_.items, items, &result_.items) || overflow_;
}

Element<Layout> shifted(Element<Layout> element, std::int64_t bytes) noexcept {
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

Element<Layout> resized(Element<Layout> element, std::int64_t lower, std::int64_t extent) noexcept {
    if (__builtin_add_overflow(lower, extent, &element.bounds.upper)) element.problem = Problem::too_large;
    element.bounds.lower = lower;
    element.bounds.lower_marked = element.bounds.upper_marked = true;
    return element;
}

} // namespace sartor::datatype
