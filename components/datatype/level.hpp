// What the rest of the library needs of a datatype level (EPOS-MPI 4.7: datatypes at four levels).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "components/datatype/bounds.hpp"

namespace sartor::datatype {

// The memory that some elements take: `bytes` bytes, the first of them `first` bytes after the address of
// the buffer.
struct Span {
    std::ptrdiff_t first;
    std::size_t bytes;
};

// A base of levels without derived datatypes.
struct OnlyPredefined {
    static constexpr bool has_derived = false;

    template <class Visit>
    static constexpr bool with_derived(std::intptr_t /*type*/, const Visit&) noexcept {
        return false;
    }
    [[nodiscard]] static constexpr std::intptr_t operand(std::intptr_t type) noexcept { return type; }
};

// Datatypes are named by the values of their handles. valid() takes any value; the other functions require
// that it is valid, and that `count` is not negative and no size overflows. No function fails or asks the
// system for memory.
//
// committed(): whether it may be communicated. absolute(): whether the datatype may hold absolute addresses,
// so that the buffer MPI_BOTTOM is no error. size_of(): the bytes of one element in a message. extent_of():
// the bytes from one element to the next. bounds_of(): size and bounds by the standard (MPI-5.0 sections
// 5.1.5 to 5.1.8), where gaps don't count as data. span_of(): the memory of `count` elements. storage():
// what an envelope needs to know of `count` elements from `buffer` on.
//
// A level with derived datatypes is one object for each rank, used by that rank alone. with_derived(type,
// visit) calls visit(entry) for a valid derived datatype and returns whether `type` is one; operand() is the
// datatype by which reductions look for their operation. Levels without derived datatypes have both from
// OnlyPredefined, where `visit`, a generic lambda, is not compiled.
template <class L>
concept Level = requires(const L& level, std::intptr_t type, void* buffer, std::int64_t count) {
    typename L::Storage;                                       // of envelopes
    { level.valid(type) } -> std::same_as<bool>;               // a datatype of this level
    { level.committed(type) } -> std::same_as<bool>;           // may be communicated
    { level.absolute(type) } -> std::same_as<bool>;            // may hold absolute addresses
    { level.size_of(type) } -> std::same_as<std::size_t>;      // in bytes, in a message
    { level.extent_of(type) } -> std::same_as<std::ptrdiff_t>; // in bytes, from one to the next
    { level.bounds_of(type) } -> std::same_as<Bounds>;         // as the standard defines them
    { level.span_of(type, count) } -> std::same_as<Span>;
    { level.storage(buffer, count, type) } -> std::same_as<typename L::Storage>;
    { level.operand(type) } -> std::same_as<std::intptr_t>;
    { L::may_be_empty } -> std::convertible_to<bool>; // size_of() may be 0
    { L::has_derived } -> std::convertible_to<bool>;  // the program can make datatypes
};

} // namespace sartor::datatype
