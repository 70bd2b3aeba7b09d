// Whether a buffer's memory, where its size is known, holds the data of a call: of programs built with
// --checked.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/datatype/basic.hpp"
#include "components/datatype/pairs.hpp"
#include "components/envelope/pieces.hpp"
#include "runtime/known_memory/room_memo.hpp"
#include "runtime/process.hpp"

namespace sartor::mpi::checked {

// How many bytes from `buffer` on contain the data; 0 for data that begin elsewhere or are not in one piece.
template <class Storage>
[[nodiscard]] std::size_t bytes_needed(const void* buffer, const Storage& data, bool is_predefined) noexcept {
    if (data.is_one_piece()) return data.data == buffer ? data.bytes : 0;
    if (!is_predefined) return 0;
    const auto span = envelope::span_of(data);
    const auto first = reinterpret_cast<std::uintptr_t>(buffer);
    return span.first == first ? span.behind - first : 0;
}

// The size of an element of a predefined datatype whose data have no gaps, for the most frequent ones;
// otherwise 0.
[[nodiscard]] constexpr std::size_t size_without_gaps(std::intptr_t type) noexcept {
    return datatype::is_predefined(type) && !datatype::may_be_pair(type) ? datatype::Basic::size_of(type) : 0;
}

// Whether the datatype is derived and has gaps: its data are not in one piece. Requires that it is valid.
template <class Level>
[[nodiscard]] bool has_gaps([[maybe_unused]] const Level& level,
                            [[maybe_unused]] std::intptr_t type) noexcept {
    bool found = false;
    level.with_derived(type, [&](const auto& entry) {
        if constexpr (requires { entry.type->element.where.shape; })
            if (const auto& shape = entry.type->element.where.shape) // none: no data
                found = !shape->single_run();
    });
    return found;
}

} // namespace sartor::mpi::checked
