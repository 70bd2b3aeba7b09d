// Copies between two layouts without a buffer in between: both are traversed in step, many runs at once where
// they are regular.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/layout/direction.hpp"
#include "components/layout/shape.hpp"
#include "components/layout/walk.hpp"

namespace sartor::layout {

// Copies between all of a regular shape and dense memory; false, and nothing copied, when the shape is not
// regular.
template <Direction Way>
[[nodiscard]] bool copy_dense(const Shape& shape, std::uintptr_t base, std::uintptr_t dense) noexcept;

// Copies `bytes` of data from byte `start` on, which both shapes have. Finding the start is O(depth) for
// regular shapes, else linear in lists.
void copy_part(const Shape& to_shape, std::uintptr_t to_base, const Shape& from_shape,
               std::uintptr_t from_base, std::size_t start, std::size_t bytes) noexcept;

// Copies the first `bytes` of data, which both shapes have. The two must not overlap.
void copy(const Shape& to_shape, std::uintptr_t to_base, const Shape& from_shape, std::uintptr_t from_base,
          std::size_t bytes) noexcept;

// Copies the next `bytes` of data, which both walks have, and advances both. The two must not overlap.
void copy_next(Walk& to, Walk& from, std::size_t bytes) noexcept;

} // namespace sartor::layout
