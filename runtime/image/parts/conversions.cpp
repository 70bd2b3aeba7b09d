// Conversions of characters whose state the C library keeps, with one for each rank and function.
#include <cstdlib>
#include <cwchar>

#include "runtime/rank/original.hpp"

using sartor::process::original;

namespace {

mbstate_t to_wide, to_length, to_bytes, of_strings_to_wide, of_strings_to_bytes;

} // namespace

extern "C" {

[[gnu::weak]] size_t mbrtowc(wchar_t* wide, const char* text, size_t bytes, mbstate_t* state) noexcept {
    static auto* const in_library =
        original<size_t (*)(wchar_t*, const char*, size_t, mbstate_t*)>("mbrtowc");
    return in_library(wide, text, bytes, state != nullptr ? state : &to_wide);
}
[[gnu::weak]] size_t mbrlen(const char* text, size_t bytes, mbstate_t* state) noexcept {
    return mbrtowc(nullptr, text, bytes, state != nullptr ? state : &to_length);
}
[[gnu::weak]] size_t wcrtomb(char* text, wchar_t wide, mbstate_t* state) noexcept {
    static auto* const in_library = original<size_t (*)(char*, wchar_t, mbstate_t*)>("wcrtomb");
    return in_library(text, wide, state != nullptr ? state : &to_bytes);
}
[[gnu::weak]] size_t mbsrtowcs(wchar_t* wide, const char** text, size_t count, mbstate_t* state) noexcept {
    static auto* const in_library =
        original<size_t (*)(wchar_t*, const char**, size_t, mbstate_t*)>("mbsrtowcs");
    return in_library(wide, text, count, state != nullptr ? state : &of_strings_to_wide);
}
[[gnu::weak]] size_t wcsrtombs(char* text, const wchar_t** wide, size_t count, mbstate_t* state) noexcept {
    static auto* const in_library =
        original<size_t (*)(char*, const wchar_t**, size_t, mbstate_t*)>("wcsrtombs");
    return in_library(text, wide, count, state != nullptr ? state : &of_strings_to_bytes);
}

} // extern "C"
