// Parts of arrays of several dimensions: a rectangle of one (MPI-5.0 section 5.1.3), or a process's share of
// one that is distributed (section 5.1.4).
#pragma once

#include <cstdint>

#include "components/datatype/constructors/list.hpp"

namespace sartor::datatype {

// Makes a part of an array, dimension by dimension, from the one whose elements are adjacent to the
// outermost. Each call costs at most two repetitions of a layout; problems are kept until element().
class ArrayPart {
  public:
    explicit ArrayPart(const Element<Layout>& old) noexcept : part_(old), stride_(old.bounds.extent()) {}

    // `length` adjacent elements of `size`, the first at `start`.
    void range(std::int64_t size, std::int64_t start, std::int64_t length) noexcept;

    // Blocks of `block` adjacent elements, distributed to `processes` in turn: those of `process`.
    void cyclic(std::int64_t size, std::int64_t block, std::int64_t processes, std::int64_t process) noexcept;

    // The part, with the bounds of the whole array.
    [[nodiscard]] Element<Layout> element() const noexcept;

  private:
    void join(const Element<Layout>& first, const Element<Layout>& second) noexcept;
    [[nodiscard]] std::int64_t distance(std::int64_t elements) noexcept;

    Element<Layout> part_;
    std::int64_t stride_; // bytes from one element of the next dimension to the next
    bool overflow_ = false;
};

} // namespace sartor::datatype
