// Datatypes of level "total" as constructors take them, and the pairs that have gaps.
#include "components/datatype/total.hpp"

#include <array>
#include <utility>

namespace sartor::datatype {

template struct Type<Layout>;
template struct Entry<Layout>;
template class DerivedTypes<Layout>;
template Element<Layout> repeated(const Element<Layout>&, std::int64_t, std::int64_t) noexcept;

namespace {

// The shape of a pair with a gap. It is static: no reference to it is counted, and it refers to itself.
struct PairShape {
    std::ptrdiff_t offsets[2];
    std::size_t lengths[2];
    layout::Shape shape;

    constexpr explicit PairShape(const PairParts& pair) noexcept
        : offsets{0, pair.second_offset}, lengths{pair.first_bytes, pair.second_bytes} {
        shape.permanent = true;
        shape.bytes = pair.data_bytes();
        if (pair.second_offset == pair.first_bytes) { // the gap is behind them
            shape.length = shape.bytes;
            return;
        }
        shape.run_total = shape.count = 2;
        shape.offsets = offsets;
        shape.lengths = lengths;
    }
    PairShape(const PairShape&) = delete;
    PairShape& operator=(const PairShape&) = delete;
};

template <std::size_t Index>
constinit PairShape pair_shape{pairs[Index]};

template <std::size_t... Index>
[[nodiscard]] layout::Shape* shape_of_pair(std::size_t index, std::index_sequence<Index...>) noexcept {
    static constexpr layout::Shape* shapes[] = {&pair_shape<Index>.shape...};
    return shapes[index];
}

[[nodiscard]] Layout predefined_layout(std::intptr_t type) noexcept {
    const PairParts* pair = find_pair(type);
    if (pair == nullptr || !pair->has_gap())
        return Layout::of(keep(layout::one_run(Basic::size_of(type))), 0);
    const auto index = static_cast<std::size_t>(pair - pairs.data());
    return {layout::ShapeReference(shape_of_pair(index, std::make_index_sequence<pairs.size()>{})), 0};
}

} // namespace

Span Total::span_of(std::intptr_t type, std::int64_t count) const noexcept {
    BoundsSum sum;
    const Bounds one = bounds_of(type);
    sum.add(one, 0, count, one.extent());
    return {static_cast<std::ptrdiff_t>(sum.bounds().true_lower),
            static_cast<std::size_t>(sum.bounds().true_extent())};
}

Element<Layout> Total::element(std::intptr_t type) const noexcept {
    if (const auto* entry = derived(type)) return entry->type->element;
    return predefined_element(type, predefined_layout(type));
}

Total::Storage Total::pairs_with_gaps(void* data, std::size_t count, std::intptr_t type) noexcept {
    return storage_at(data, count, predefined_element(type, predefined_layout(type)));
}

} // namespace sartor::datatype
