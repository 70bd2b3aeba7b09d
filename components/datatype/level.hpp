// What the rest of the library needs of a datatype level (EPOS-MPI 4.7). Datatypes go by their handles' values.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace sartor::datatype {

template <class L>
concept Level = requires(const L& level, std::intptr_t type, void* buffer, std::int64_t count) {
    typename L::Storage;                                                     // of envelopes
    { level.valid(type) } -> std::same_as<bool>;                             // a datatype of this level
    { level.size_of(type) } -> std::same_as<std::size_t>;                    // bytes of data in one element
    { level.extent_of(type) } -> std::same_as<std::ptrdiff_t>;               // bytes from one element to the next
    { level.storage(buffer, count, type) } -> std::same_as<typename L::Storage>;
};

} // namespace sartor::datatype
