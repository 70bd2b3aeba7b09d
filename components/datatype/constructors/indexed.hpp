// Blocks at any displacements (MPI-5.0 section 5.1.2).
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/datatype/constructors/list.hpp"

namespace sartor::datatype {

// `length_of(i)` elements, `displacement_of(i)` units of `unit` bytes from the beginning.
template <class Lengths, class Displacements>
[[nodiscard]] Element<Layout> indexed(const Element<Layout>& old, std::size_t count, Lengths length_of,
                                      Displacements displacement_of, std::int64_t unit) noexcept {
    ElementList list;
    for (std::size_t block = 0; block < count; ++block) {
        std::int64_t displacement = 0;
        if (__builtin_mul_overflow(std::int64_t{displacement_of(block)}, unit, &displacement)) {
            Element<Layout> failed;
            failed.problem = Problem::too_large;
            return failed;
        }
        list.add(old, displacement, length_of(block));
    }
    return list.element();
}

} // namespace sartor::datatype
