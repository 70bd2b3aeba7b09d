// The C library's functions that read texts, as functions of a program whose loads and stores are seen
// (loads_and_stores.cpp). They load what decides their results.
#include <cctype>
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

using Compare = int (*)(const char*, const char*);
using ComparePart = int (*)(const char*, const char*, std::size_t);

constexpr auto as_it_is = [](unsigned char one) -> int { return one; };
constexpr auto in_small_letters = [](unsigned char one) -> int { return std::tolower(one); };

// Up to the first difference, or the end of both.
template <class Letter>
void look_at_both(const char* one, const char* other, std::size_t most, Letter letter,
                  const void* place) noexcept {
    const auto at = [&](const char* text, std::size_t index) {
        return letter(static_cast<unsigned char>(text[index]));
    };
    std::size_t bytes = 0;
    while (bytes < most && one[bytes] != '\0' && at(one, bytes) == at(other, bytes)) ++bytes;
    bytes = std::min(bytes + 1, most);
    look_at_range(one, bytes, loads, place);
    look_at_range(other, bytes, loads, place);
}
constexpr std::size_t any = ~std::size_t{0};

// Up to what was found, or all.
template <class Char>
Char* look_up_to(Char* found, const char* text, const void* place) noexcept {
    if (found == nullptr)
        look_at_text(text, place);
    else
        look_at_range(text, static_cast<std::size_t>(found - text) + 1, loads, place);
    return found;
}

} // namespace

extern "C" {

[[gnu::weak]] std::size_t strlen(const char* text) noexcept {
    const std::size_t length = length_of(text);
    look_at_range(text, length + 1, loads, PLACE);
    return length;
}
[[gnu::weak]] std::size_t strnlen(const char* text, std::size_t most) noexcept {
    look_at_text(text, most, PLACE);
    return length_of(text, most);
}

[[gnu::weak]] int strcmp(const char* one, const char* other) noexcept {
    static const auto in_library = original<Compare>("strcmp");
    look_at_both(one, other, any, as_it_is, PLACE);
    return in_library(one, other);
}
[[gnu::weak]] int strncmp(const char* one, const char* other, std::size_t most) noexcept {
    static const auto in_library = original<ComparePart>("strncmp");
    look_at_both(one, other, most, as_it_is, PLACE);
    return in_library(one, other, most);
}
[[gnu::weak]] int strcasecmp(const char* one, const char* other) noexcept {
    static const auto in_library = original<Compare>("strcasecmp");
    look_at_both(one, other, any, in_small_letters, PLACE);
    return in_library(one, other);
}
[[gnu::weak]] int strncasecmp(const char* one, const char* other, std::size_t most) noexcept {
    static const auto in_library = original<ComparePart>("strncasecmp");
    look_at_both(one, other, most, in_small_letters, PLACE);
    return in_library(one, other, most);
}

[[gnu::weak]] char* strcat(char* to, const char* from) noexcept {
    static const auto in_library = original<char* (*)(char*, const char*)>("strcat");
    look_at_text(to, PLACE);
    look_at_text(from, PLACE);
    look_at_range(to + length_of(to), length_of(from) + 1, stores, PLACE);
    return in_library(to, from);
}
[[gnu::weak]] char* strncat(char* to, const char* from, std::size_t most) noexcept {
    static const auto in_library = original<char* (*)(char*, const char*, std::size_t)>("strncat");
    look_at_text(to, PLACE);
    look_at_text(from, most, PLACE);
    look_at_range(to + length_of(to), length_of(from, most) + 1, stores, PLACE);
    return in_library(to, from, most);
}
[[gnu::weak]] char* stpcpy(char* to, const char* from) noexcept {
    static const auto in_library = original<char* (*)(char*, const char*)>("stpcpy");
    look_at_text(from, PLACE);
    look_at_range(to, length_of(from) + 1, stores, PLACE);
    return in_library(to, from);
}
[[gnu::weak]] char* strdup(const char* text) noexcept {
    static const auto in_library = original<char* (*)(const char*)>("strdup");
    look_at_text(text, PLACE);
    return in_library(text);
}
[[gnu::weak]] char* strndup(const char* text, std::size_t most) noexcept {
    static const auto in_library = original<char* (*)(const char*, std::size_t)>("strndup");
    look_at_text(text, most, PLACE);
    return in_library(text, most);
}

// The C library's headers have two forms of these for C++.
#define FINDS(result, name, parameters, arguments, text)                                                     \
    [[gnu::weak]] result* seen_##name parameters noexcept __asm__(#name);                                    \
    result* seen_##name parameters noexcept {                                                                \
        static const auto in_library = original<result*(*)parameters>(#name);                                \
        return look_up_to(in_library arguments, text, PLACE);                                                \
    }
FINDS(char, strchr, (const char* text, int one), (text, one), text)
FINDS(char, strpbrk, (const char* text, const char* ones), (text, ones), text)

[[gnu::weak]] char* seen_strrchr(const char* text, int one) noexcept __asm__("strrchr");
char* seen_strrchr(const char* text, int one) noexcept {
    static const auto in_library = original<char* (*)(const char*, int)>("strrchr");
    look_at_text(text, PLACE);
    return in_library(text, one);
}
[[gnu::weak]] char* seen_strstr(const char* text, const char* part) noexcept __asm__("strstr");
char* seen_strstr(const char* text, const char* part) noexcept {
    static const auto in_library = original<char* (*)(const char*, const char*)>("strstr");
    char* const found = in_library(text, part);
    const std::size_t length = length_of(part);
    look_at_text(part, PLACE);
    look_at_range(text,
                  found != nullptr ? static_cast<std::size_t>(found - text) + length : length_of(text) + 1,
                  loads, PLACE);
    return found;
}
[[gnu::weak]] void* seen_memchr(const void* memory, int one, std::size_t bytes) noexcept __asm__("memchr");
void* seen_memchr(const void* memory, int one, std::size_t bytes) noexcept {
    static const auto in_library = original<void* (*)(const void*, int, std::size_t)>("memchr");
    const void* const found = in_library(memory, one, bytes);
    const auto* const first = static_cast<const char*>(memory);
    look_at_range(memory,
                  found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - first) + 1
                                   : bytes,
                  loads, PLACE);
    return const_cast<void*>(found);
}

} // extern "C"
