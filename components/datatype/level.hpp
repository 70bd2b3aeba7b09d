// What the rest of the library needs of a datatype level (EPOS-MPI 4.7). Datatypes go by their handles'
// values.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "components/datatype/bounds.hpp"

namespace sartor::datatype {

// The memory that some elements take, from a buffer's address on: `bytes` from `first` on.
struct Span {
    std::ptrdiff_t first;
    std::size_t bytes;
};

template <class L>
concept Level = requires(const L& level, std::intptr_t type, void* buffer, std::int64_t count) {
    typename L::Storage;                                  // of envelopes
    { level.valid(type) } -> std::same_as<bool>;          // a datatype of this level
    { level.committed(type) } -> std::same_as<bool>;      // a valid one may be communicated
    { level.absolute(type) } -> std::same_as<bool>;       // it may hold addresses: MPI_BOTTOM is no error
    { level.size_of(type) } -> std::same_as<std::size_t>; // bytes that one element takes in a message
    { level.extent_of(type) } -> std::same_as<std::ptrdiff_t>; // bytes from one element to the next
    { level.bounds_of(type) } -> std::same_as<Bounds>;         // as the standard defines them
    { level.span_of(type, count) } -> std::same_as<Span>;
    { level.storage(buffer, count, type) } -> std::same_as<typename L::Storage>;
    { L::may_be_empty } -> std::convertible_to<bool>; // size_of() may be 0
    { L::has_derived } -> std::convertible_to<bool>;  // the program can make datatypes
};

} // namespace sartor::datatype
