// Datatype level "contiguous" (EPOS-MPI 4.7): predefined datatypes, and derived ones whose data have no gaps
// between them. An element of `n` basic ones is contiguous and needs no layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/datatype/basic.hpp"
#include "components/datatype/type.hpp"

namespace sartor::datatype {

// A predefined datatype in the form in which constructors take their old datatypes.
template <class Where>
[[nodiscard]] Element<Where> predefined_element(std::intptr_t type, Where where) noexcept {
    Element<Where> element;
    element.bounds = predefined_bounds(type);
    element.items = 1;
    element.item = static_cast<std::int16_t>(type);
    element.origin = static_cast<Origin>(type);
    element.where = std::move(where);
    return element;
}

// One for each rank. Elements are sent as they are in memory, with the gaps that pairs may have: size in a
// message and extent are the same. See level.hpp for the functions.
class Contiguous : public DerivedTypes<NoLayout> {
  public:
    static constexpr std::string_view name = "contiguous: repeated predefined datatypes";
    static constexpr bool may_be_empty = true;
    static constexpr bool has_derived = true;
    static constexpr bool sends_gaps = true;
    using Storage = envelope::Contiguous;
    using Where = NoLayout;

    [[nodiscard]] bool valid(std::intptr_t type) const noexcept {
        return Basic::valid(type) || find(type) != nullptr;
    }
    [[nodiscard]] bool committed(std::intptr_t type) const noexcept {
        return Basic::valid(type) || find(type)->committed;
    }
    [[nodiscard]] bool absolute(std::intptr_t type) const noexcept {
        return !Basic::valid(type) && size_of(type) == 0;
    }
    [[nodiscard]] std::size_t size_of(std::intptr_t type) const noexcept {
        return static_cast<std::size_t>(extent_of(type));
    }
    [[nodiscard]] std::ptrdiff_t extent_of(std::intptr_t type) const noexcept {
        return Basic::valid(type) ? Basic::extent_of(type) : find(type)->type->element.bounds.extent();
    }
    [[nodiscard]] Bounds bounds_of(std::intptr_t type) const noexcept {
        return Basic::valid(type) ? Basic::bounds_of(type) : find(type)->type->element.bounds;
    }
    [[nodiscard]] Span span_of(std::intptr_t type, std::int64_t count) const noexcept {
        return {0, static_cast<std::size_t>(count) * size_of(type)};
    }
    [[nodiscard]] Element<NoLayout> element(std::intptr_t type) const noexcept {
        return Basic::valid(type) ? predefined_element(type, NoLayout{}) : find(type)->type->element;
    }
    [[nodiscard]] Storage storage(const void* buffer, std::int64_t count, std::intptr_t type) const noexcept {
        return {const_cast<void*>(buffer), static_cast<std::size_t>(count) * size_of(type)};
    }
};

static_assert(Level<Contiguous>);

} // namespace sartor::datatype
