// Parts of arrays of several dimensions: a rectangle of one (MPI-5.0 section 5.1.3), or a process's share of
// one that is distributed (section 5.1.4).
#pragma once

#include <cstdint>

#include "components/datatype/constructors/list.hpp"

namespace sartor::datatype {

// Makes a part of an array, dimension by dimension, from the one whose elements are neighbours to the
// outermost.
class ArrayPart {
  public:
    explicit ArrayPart(const Element<Layout>& old) noexcept : part_(old), stride_(old.bounds.extent()) {}

    // `length` neighbours of `size`, the first at `start`.
    void range(std::int64_t size, std::int64_t start, std::int64_t length) noexcept {
        part_ = shifted(repeated(part_, length, stride_), distance(start));
        stride_ = distance(size);
    }

    // Blocks of `block` neighbours, dealt out to `processes` in turn: those of `process`.
    void cyclic(std::int64_t size, std::int64_t block, std::int64_t processes,
                std::int64_t process) noexcept {
        const std::int64_t round = block * processes;
        const std::int64_t own = block * process;
        const std::int64_t full_rounds = own + block <= size ? (size - own - block) / round + 1 : 0;
        const std::int64_t last = own + full_rounds * round;
        const Element<Layout> blocks =
            repeated(repeated(part_, block, stride_), full_rounds, distance(round));
        if (last >= size)
            part_ = shifted(blocks, distance(own));
        else
            join(shifted(blocks, distance(own)),
                 shifted(repeated(part_, size - last, stride_), distance(last)));
        stride_ = distance(size);
    }

    // The part, with the bounds of the whole array.
    [[nodiscard]] Element<Layout> element() const noexcept {
        Element<Layout> result = resized(part_, 0, stride_);
        if (overflow_) result.problem = Problem::too_large;
        return result;
    }

  private:
    void join(const Element<Layout>& first, const Element<Layout>& second) noexcept {
        ElementList list;
        list.add(first, 0, 1);
        list.add(second, 0, 1);
        part_ = list.element();
    }

    [[nodiscard]] std::int64_t distance(std::int64_t elements) noexcept {
        std::int64_t bytes = 0;
        overflow_ = __builtin_mul_overflow(elements, stride_, &bytes) || overflow_;
        return bytes;
    }

    Element<Layout> part_;
    std::int64_t stride_; // bytes from one element of the next dimension to the next
    bool overflow_ = false;
};

} // namespace sartor::datatype
