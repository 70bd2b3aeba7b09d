// The C library's functions that copy and fill memory, as functions of a program whose loads and stores are
// seen (loads_and_stores.cpp): compilers call them for std::copy and assignments, too.
#include <cstddef>
#include <cstring>

#include "runtime/image/parts/on_demand/in_library.hpp"

using sartor::process::length_of;
using sartor::process::loads;
using sartor::process::look_at_range;
using sartor::process::look_at_text;
using sartor::process::original;
using sartor::process::stores;

namespace {

using Copy = void* (*)(void*, const void*, std::size_t);
using Fill = void* (*)(void*, int, std::size_t);
using CopyText = char* (*)(char*, const char*);
using CopyPart = char* (*)(char*, const char*, std::size_t);

} // namespace

extern "C" {

[[gnu::weak]] void* memcpy(void* to, const void* from, std::size_t bytes) noexcept {
    static const auto in_library = original<Copy>("memcpy");
    look_at_range(from, bytes, loads, PLACE);
    look_at_range(to, bytes, stores, PLACE);
    return in_library(to, from, bytes);
}
[[gnu::weak]] void* memmove(void* to, const void* from, std::size_t bytes) noexcept {
    static const auto in_library = original<Copy>("memmove");
    look_at_range(from, bytes, loads, PLACE);
    look_at_range(to, bytes, stores, PLACE);
    return in_library(to, from, bytes);
}
[[gnu::weak]] void* mempcpy(void* to, const void* from, std::size_t bytes) noexcept {
    static const auto in_library = original<Copy>("mempcpy");
    look_at_range(from, bytes, loads, PLACE);
    look_at_range(to, bytes, stores, PLACE);
    return in_library(to, from, bytes);
}
[[gnu::weak]] void* memset(void* to, int value, std::size_t bytes) noexcept {
    static const auto in_library = original<Fill>("memset");
    look_at_range(to, bytes, stores, PLACE);
    return in_library(to, value, bytes);
}
[[gnu::weak]] int memcmp(const void* one, const void* other, std::size_t bytes) noexcept {
    static const auto in_library = original<int (*)(const void*, const void*, std::size_t)>("memcmp");
    look_at_range(one, bytes, loads, PLACE);
    look_at_range(other, bytes, loads, PLACE);
    return in_library(one, other, bytes);
}
[[gnu::weak]] char* strcpy(char* to, const char* from) noexcept {
    static const auto in_library = original<CopyText>("strcpy");
    look_at_text(from, PLACE);
    look_at_range(to, length_of(from) + 1, stores, PLACE);
    return in_library(to, from);
}
[[gnu::weak]] char* strncpy(char* to, const char* from, std::size_t bytes) noexcept {
    static const auto in_library = original<CopyPart>("strncpy");
    look_at_text(from, bytes, PLACE);
    look_at_range(to, bytes, stores, PLACE);
    return in_library(to, from, bytes);
}

} // extern "C"
