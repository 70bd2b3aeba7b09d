// Blocks at equal distances (MPI-5.0 section 5.1.2).
#pragma once

#include <cstdint>

#include "components/datatype/element.hpp"

namespace sartor::datatype {

// `count` blocks of `block_length` elements, `stride` bytes from block to block. Problems: see repeated().
template <class Where>
[[nodiscard]] Element<Where> vector(const Element<Where>& old, std::int64_t count, std::int64_t block_length,
                                    std::int64_t stride) noexcept {
    return repeated(repeated(old, block_length), count, stride);
}

} // namespace sartor::datatype
