// Words that concepts of several families share.
#pragma once

#include <concepts>
#include <type_traits>

namespace sartor {

// One stretch of memory without pointers to others: may be sent as it is.
template <class T>
concept ContiguousData = std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>;

// Two-way comparison and an order, as EPOS-MPI (section 4.3) asks of headers.
template <class T>
concept Comparable = requires(const T& one, const T& other) {
    { one == other } -> std::convertible_to<bool>;
    { one < other } -> std::convertible_to<bool>;
};

} // namespace sartor
