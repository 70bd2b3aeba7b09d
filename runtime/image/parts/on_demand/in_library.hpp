// For functions of the C library that tell what they load and store (loads_and_stores.cpp).
#pragma once

#include <algorithm>
#include <cstddef>

#include "runtime/accesses/looks.hpp"
#include "runtime/rank/original.hpp"

namespace sartor::process {

constexpr bool loads = false, stores = true;

// The C library's own strlen and strnlen: a program may have those that tell.
[[nodiscard]] inline std::size_t length_of(const char* text) noexcept {
    static const auto in_library = original<std::size_t (*)(const char*)>("strlen");
    return in_library(text);
}
[[nodiscard]] inline std::size_t length_of(const char* text, std::size_t most) noexcept {
    static const auto in_library = original<std::size_t (*)(const char*, std::size_t)>("strnlen");
    return in_library(text, most);
}
// With the zero behind it.
inline void look_at_text(const char* text, const void* place) noexcept {
    look_at_range(text, length_of(text) + 1, loads, place);
}
inline void look_at_text(const char* text, std::size_t most, const void* place) noexcept {
    look_at_range(text, std::min(length_of(text, most) + 1, most), loads, place);
}

} // namespace sartor::process

#define PLACE __builtin_return_address(0)
