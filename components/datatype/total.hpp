// Datatype level "total" (EPOS-MPI 4.7): all datatypes, with data in any number of pieces, which are sent
// and received without packing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/datatype/contiguous.hpp"
#include "components/envelope/scattered.hpp"
#include "components/layout/layout.hpp"

namespace sartor::datatype {

using layout::Layout;

// Compiled once for all programs: total.cpp.
extern template struct Type<Layout>;
extern template struct Entry<Layout>;
extern template class DerivedTypes<Layout>;
extern template Element<Layout> repeated(const Element<Layout>&, std::int64_t, std::int64_t) noexcept;

// One for each rank. Gaps are not sent: the size in a message is that of the data. See level.hpp for the
// functions. storage() takes constant time; it shares the shape of the datatype, which may then be freed.
class Total : public DerivedTypes<Layout> {
  public:
    static constexpr std::string_view name = "total: all datatypes";
    static constexpr bool may_be_empty = true;
    static constexpr bool has_derived = true;
    static constexpr bool sends_gaps = false;
    using Storage = envelope::Scattered;
    using Where = Layout;

    [[nodiscard]] bool valid(std::intptr_t type) const noexcept {
        return Basic::valid(type) || find(type) != nullptr;
    }
    [[nodiscard]] bool committed(std::intptr_t type) const noexcept {
        return Basic::valid(type) || find(type)->committed;
    }
    [[nodiscard]] bool absolute(std::intptr_t type) const noexcept { return !Basic::valid(type); }
    [[nodiscard]] std::size_t size_of(std::intptr_t type) const noexcept {
        if (const auto* entry = derived(type))
            return static_cast<std::size_t>(entry->type->element.bounds.size);
        const PairParts* pair = find_pair(type);
        return pair != nullptr ? pair->data_bytes() : Basic::size_of(type);
    }
    [[nodiscard]] std::ptrdiff_t extent_of(std::intptr_t type) const noexcept {
        if (const auto* entry = derived(type)) return entry->type->element.bounds.extent();
        return Basic::extent_of(type);
    }
    [[nodiscard]] Bounds bounds_of(std::intptr_t type) const noexcept {
        if (const auto* entry = derived(type)) return entry->type->element.bounds;
        return Basic::bounds_of(type);
    }
    [[nodiscard]] Span span_of(std::intptr_t type, std::int64_t count) const noexcept;
    [[nodiscard]] Element<Layout> element(std::intptr_t type) const noexcept;
    [[nodiscard]] Storage storage(const void* buffer, std::int64_t count, std::intptr_t type) const noexcept {
        void* data = const_cast<void*>(buffer);
        const auto number = static_cast<std::size_t>(count);
        if (const auto* entry = derived(type)) return storage_at(data, number, entry->type->element);
        const PairParts* pair = find_pair(type);
        if (pair == nullptr || !pair->has_gap()) [[likely]]
            return {data, number * Basic::size_of(type)};
        return pairs_with_gaps(data, number, type);
    }

  private:
    // The entry of a valid derived datatype; null for a predefined one.
    [[nodiscard]] const Entry<Layout>* derived(std::intptr_t type) const noexcept {
        if (type <= last_predefined) return nullptr;
        const Entry<Layout>* entry = find(type);
        if (entry == nullptr) __builtin_unreachable();
        return entry;
    }

    // Of a predefined pair whose parts are not neighbours.
    [[nodiscard]] static Storage pairs_with_gaps(void* data, std::size_t count, std::intptr_t type) noexcept;

    // `count` elements from `data` on. When their data have no gaps the storage is one stretch without a
    // shape.
    [[nodiscard]] static Storage storage_at(void* data, std::size_t count,
                                            const Element<Layout>& element) noexcept {
        const auto bytes = count * static_cast<std::size_t>(element.bounds.size);
        const Layout& layout = element.where;
        if (bytes == 0) return {data, 0};
        void* begin = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(data) +
                                              static_cast<std::uintptr_t>(layout.offset));
        const bool dense = count == 1 || element.bounds.extent() == element.bounds.size;
        if (dense && layout.shape->single_run()) return {begin, bytes};
        return {begin, bytes, layout.shape, count, element.bounds.extent()};
    }
};

static_assert(Level<Total>);

} // namespace sartor::datatype
