// Datatypes of so many bytes in one piece, to build others of.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/datatype/total.hpp"

namespace sartor::test {

inline layout::Layout run(std::size_t bytes) {
    return layout::Layout::of(keep(layout::one_run(bytes)), 0);
}

inline datatype::Element<layout::Layout> element(std::size_t bytes) {
    datatype::Element<layout::Layout> made;
    made.bounds.size = made.bounds.upper = made.bounds.true_upper = static_cast<std::int64_t>(bytes);
    made.items = 1;
    made.where = run(bytes);
    return made;
}

} // namespace sartor::test
