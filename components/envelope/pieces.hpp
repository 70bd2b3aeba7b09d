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

// Whether two storages have a byte in common, and one has a byte twice: see components/layout/overlap.hpp.
template <class Storage>
[[nodiscard]] bool have_common_byte(const Storage& one, const Storage& other) noexcept {
    if (one.bytes == 0 || other.bytes == 0) return false;
    if (one.is_one_piece() && other.is_one_piece()) return span_of(one).meets(span_of(other));
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
template <class Storage>
[[nodiscard]] bool has_byte_twice(const Storage& data) noexcept {
    if (data.bytes == 0 || data.is_one_piece()) return false;
    if constexpr (may_be_in_pieces<Storage>)
        return data.with_whole([](const auto& whole) { return layout::has_byte_twice(whole); });
    __builtin_unreachable();
}

} // namespace sartor::envelope
