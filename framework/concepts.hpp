// Concepts that several component families build on. They are checked at compile time and cost nothing at
// run time.
#pragma once

#include <concepts>
#include <type_traits>

namespace sartor {

// A type whose objects can be copied and sent byte by byte. The compiler can't see whether a member holds an
// address: an author of a type that crosses address spaces makes sure that none does.
template <class T>
concept ContiguousData = std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>;

// == and <, which EPOS-MPI (section 4.3) requires of headers. < only has to be an order, of whatever meaning:
// the library matches messages by arrival, not by it.
template <class T>
concept Comparable = requires(const T& one, const T& other) {
    { one == other } -> std::convertible_to<bool>;
    { one < other } -> std::convertible_to<bool>;
};

} // namespace sartor
