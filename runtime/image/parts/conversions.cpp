// Conversions of characters whose state the C library keeps, with one for each rank and function.
#include <cstdlib>
#include <cwchar>

#include "runtime/image/parts/of_c_library.hpp"

using sartor::process::of_c_library;

namespace {

mbstate_t to_wide, to_length, to_bytes, of_strings_to_wide, of_strings_to_bytes, of_parts_to_wide,
    of_parts_to_bytes, to_16, from_16, to_32, from_32;

} // namespace

extern "C" {

[[gnu::weak]] size_t mbrtowc(wchar_t* wide, const char* text, size_t bytes, mbstate_t* state) noexcept {
    static auto* const in_library =
        of_c_library<size_t (*)(wchar_t*, const char*, size_t, mbstate_t*)>("mbrtowc");
    return in_library(wide, text, bytes, state != nullptr ? state : &to_wide);
}
[[gnu::weak]] size_t mbrlen(const char* text, size_t bytes, mbstate_t* state) noexcept {
    return mbrtowc(nullptr, text, bytes, state != nullptr ? state : &to_length);
}
[[gnu::weak]] size_t wcrtomb(char* text, wchar_t wide, mbstate_t* state) noexcept {
    static auto* const in_library = of_c_library<size_t (*)(char*, wchar_t, mbstate_t*)>("wcrtomb");
    return in_library(text, wide, state != nullptr ? state : &to_bytes);
}
[[gnu::weak]] size_t mbsrtowcs(wchar_t* wide, const char** text, size_t count, mbstate_t* state) noexcept {
    static auto* const in_library =
        of_c_library<size_t (*)(wchar_t*, const char**, size_t, mbstate_t*)>("mbsrtowcs");
    return in_library(wide, text, count, state != nullptr ? state : &of_strings_to_wide);
}
[[gnu::weak]] size_t wcsrtombs(char* text, const wchar_t** wide, size_t count, mbstate_t* state) noexcept {
    static auto* const in_library =
        of_c_library<size_t (*)(char*, const wchar_t**, size_t, mbstate_t*)>("wcsrtombs");
    return in_library(text, wide, count, state != nullptr ? state : &of_strings_to_bytes);
}

[[gnu::weak]] size_t mbsnrtowcs(wchar_t* wide, const char** text, size_t bytes, size_t count,
                                mbstate_t* state) noexcept {
    static auto* const in_library =
        of_c_library<size_t (*)(wchar_t*, const char**, size_t, size_t, mbstate_t*)>("mbsnrtowcs");
    return in_library(wide, text, bytes, count, state != nullptr ? state : &of_parts_to_wide);
}
[[gnu::weak]] size_t wcsnrtombs(char* text, const wchar_t** wide, size_t count, size_t bytes,
                                mbstate_t* state) noexcept {
    static auto* const in_library =
        of_c_library<size_t (*)(char*, const wchar_t**, size_t, size_t, mbstate_t*)>("wcsnrtombs");
    return in_library(text, wide, count, bytes, state != nullptr ? state : &of_parts_to_bytes);
}

[[gnu::weak]] size_t mbrtoc16(char16_t* unit, const char* text, size_t bytes, mbstate_t* state) noexcept {
    static auto* const in_library =
        of_c_library<size_t (*)(char16_t*, const char*, size_t, mbstate_t*)>("mbrtoc16");
    return in_library(unit, text, bytes, state != nullptr ? state : &to_16);
}
[[gnu::weak]] size_t c16rtomb(char* text, char16_t unit, mbstate_t* state) noexcept {
    static auto* const in_library = of_c_library<size_t (*)(char*, char16_t, mbstate_t*)>("c16rtomb");
    return in_library(text, unit, state != nullptr ? state : &from_16);
}
[[gnu::weak]] size_t mbrtoc32(char32_t* unit, const char* text, size_t bytes, mbstate_t* state) noexcept {
    static auto* const in_library =
        of_c_library<size_t (*)(char32_t*, const char*, size_t, mbstate_t*)>("mbrtoc32");
    return in_library(unit, text, bytes, state != nullptr ? state : &to_32);
}
[[gnu::weak]] size_t c32rtomb(char* text, char32_t unit, mbstate_t* state) noexcept {
    static auto* const in_library = of_c_library<size_t (*)(char*, char32_t, mbstate_t*)>("c32rtomb");
    return in_library(text, unit, state != nullptr ? state : &from_32);
}

// Of programs that are compiled with -D_FORTIFY_SOURCE. room: in characters.
[[noreturn]] void __chk_fail();
[[gnu::weak]] size_t __wcrtomb_chk(char* text, wchar_t wide, mbstate_t* state, size_t room) noexcept {
    if (text != nullptr && MB_CUR_MAX > room) __chk_fail();
    return wcrtomb(text, wide, state);
}
[[gnu::weak]] size_t __mbsrtowcs_chk(wchar_t* wide, const char** text, size_t count, mbstate_t* state,
                                     size_t room) noexcept {
    if (wide != nullptr && count > room) __chk_fail();
    return mbsrtowcs(wide, text, count, state);
}
[[gnu::weak]] size_t __wcsrtombs_chk(char* text, const wchar_t** wide, size_t count, mbstate_t* state,
                                     size_t room) noexcept {
    if (text != nullptr && count > room) __chk_fail();
    return wcsrtombs(text, wide, count, state);
}
[[gnu::weak]] size_t __mbsnrtowcs_chk(wchar_t* wide, const char** text, size_t bytes, size_t count,
                                      mbstate_t* state, size_t room) noexcept {
    if (wide != nullptr && count > room) __chk_fail();
    return mbsnrtowcs(wide, text, bytes, count, state);
}
[[gnu::weak]] size_t __wcsnrtombs_chk(char* text, const wchar_t** wide, size_t count, size_t bytes,
                                      mbstate_t* state, size_t room) noexcept {
    if (text != nullptr && bytes > room) __chk_fail();
    return wcsnrtombs(text, wide, count, bytes, state);
}

} // extern "C"
