// Orders: what aspects over a sequence of communications change, and what topologies are made of
// (EPOS-MPI 3.2).
#pragma once

#include <concepts>

namespace sartor::aspects {

// A sequence by index: element(0) ... element(count() - 1); other indices are not allowed. Aspects over an
// order redefine these functions (EPOS-MPI 3.2).
template <class O>
concept Order = requires(const O& order, int position) {
    { order.count() } -> std::same_as<int>;
    order.element(position);
};

// An order that steps from one element to the next at less cost than it finds one by its index. A Cursor is
// default-constructed and compared by ==; advance() requires one that is not last(), retreat() one that is
// not first(), at() an element.
template <class O>
concept SteppingOrder = Order<O> && requires(const O& order, typename O::Cursor cursor) {
    { order.first() } -> std::same_as<typename O::Cursor>;
    { order.last() } -> std::same_as<typename O::Cursor>; // one past the last element
    order.advance(cursor);
    order.retreat(cursor);
    order.at(cursor);
};

} // namespace sartor::aspects
