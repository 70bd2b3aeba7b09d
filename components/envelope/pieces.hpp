// Whether the pieces of storages have bytes in common.
#pragma once

#include "components/layout/overlap.hpp"

namespace sartor::envelope {

using layout::PieceSpan;

template <class Storage>
inline constexpr bool may_be_in_pieces = requires(const Storage& data) {
    data.whole();
};

// From the first byte of all pieces to behind the last; empty without data.
template <class Storage>
[[nodiscard]] PieceSpan span_of(const Storage& data) noexcept {
    if (data.bytes == 0) [[unlikely]]
        return {};
    if (data.is_one_piece()) return {data.data, data.bytes};
    if constexpr (may_be_in_pieces<Storage>)
        return data.with_whole([&](const auto& whole) { return layout::span_of(whole, data.address()); });
    __builtin_unreachable();
}

// A number for where the data are, which two that differ share by chance alone. That of data in pieces holds
// until layout::shapes_gone() changes.
template <class Storage>
[[nodiscard, gnu::always_inline]] inline std::uint64_t number_of_place(const Storage& data) noexcept {
    constexpr std::uint64_t factors[] = {0x9e3779b97f4a7c15, 0xd6e8feb86659fd93, 0xc2b2ae3d27d4eb4f};
    std::uint64_t number = reinterpret_cast<std::uintptr_t>(data.data) * factors[0] + data.bytes;
    if constexpr (may_be_in_pieces<Storage>)
        if (!data.is_one_piece())
            number ^= (reinterpret_cast<std::uintptr_t>(data.shape.get()) + data.count) * factors[1] +
                      static_cast<std::uint64_t>(data.extent);
    number = (number ^ number >> 32) * factors[2];
    return number ^ number >> 29;
}

// Whether two storages have a byte in common, and one has a byte twice: see components/layout/overlap.hpp.
template <class Storage>
[[nodiscard]] bool have_common_byte(const Storage& one, const Storage& other) noexcept {
    if (one.bytes == 0 || other.bytes == 0) return false;
    if (one.is_one_piece() && other.is_one_piece()) return span_of(one).overlaps(span_of(other));
    if constexpr (may_be_in_pieces<Storage>) {
        if (one.is_one_piece()) return have_common_byte(other, one);
        return one.with_whole([&](const auto& whole) {
            if (other.is_one_piece()) return layout::have_common_byte(whole, one.address(), span_of(other));
            return other.with_whole([&](const auto& theirs) {
                return layout::have_common_byte(whole, one.address(), theirs, other.address());
            });
        });
    }
    __builtin_unreachable();
}
// Whether it has one of a stretch of memory.
template <class Storage>
[[nodiscard]] bool has_byte_of(const Storage& data, const PieceSpan& stretch) noexcept {
    if (data.bytes == 0) return false;
    if (data.is_one_piece()) return span_of(data).overlaps(stretch);
    if constexpr (may_be_in_pieces<Storage>)
        return data.with_whole(
            [&](const auto& whole) { return layout::have_common_byte(whole, data.address(), stretch); });
    __builtin_unreachable();
}
template <class Storage>
[[nodiscard]] bool has_byte_twice(const Storage& data) noexcept {
    if (data.bytes == 0 || data.is_one_piece()) return false;
    if constexpr (may_be_in_pieces<Storage>)
        return data.with_whole([](const auto& whole) { return layout::has_byte_twice(whole); });
    __builtin_unreachable();
}

} // namespace sartor::envelope
