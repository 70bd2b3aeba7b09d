// Copies data from one layout to another without a buffer between them: both are walked in step, many runs at
// once where they are regular.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/layout/direction.hpp"
#include "components/layout/shape.hpp"

namespace sartor::layout {

// Between all of a regular shape and dense memory; false when the shape is not regular.
template <Direction Way>
[[nodiscard]] bool copy_dense(const Shape& shape, std::uintptr_t base, std::uintptr_t dense) noexcept;

// `bytes` of data from byte `start` on, which both shapes have.
void copy_part(const Shape& to_shape, std::uintptr_t to_base, const Shape& from_shape,
               std::uintptr_t from_base, std::size_t start, std::size_t bytes) noexcept;

// Both shapes have at least `bytes` of data.
void copy(const Shape& to_shape, std::uintptr_t to_base, const Shape& from_shape, std::uintptr_t from_base,
          std::size_t bytes) noexcept;

} // namespace sartor::layout
