// The C library's functions that read numbers in texts, and sort: as functions of a program whose loads and
// stores are seen (loads_and_stores.cpp).
#include <cstddef>
#include <cstdlib>

#include "runtime/image/parts/on_demand/in_library.hpp"

using sartor::process::loads;
using sartor::process::look_at_range;
using sartor::process::original;
using sartor::process::stores;

extern "C" {

// The library's function with the end of the number that it finds.
#define NUMBER(type, name, parameters, arguments)                                                            \
    [[gnu::weak]] type seen_##name parameters noexcept __asm__(#name);                                       \
    type seen_##name parameters noexcept {                                                                   \
        static const auto in_library = original<type(*) parameters>(#name);                                  \
        char* found = nullptr;                                                                               \
        char** const given = end;                                                                            \
        end = &found;                                                                                        \
        const type number = in_library arguments;                                                            \
        look_at_range(text, static_cast<std::size_t>(found - text) + 1, loads, PLACE);                       \
        if (given != nullptr) *given = found;                                                                \
        return number;                                                                                       \
    }
#define WHOLE_NUMBER(type, name)                                                                             \
    NUMBER(type, name, (const char* text, char** end, int base), (text, end, base))
#define BROKEN_NUMBER(type, name) NUMBER(type, name, (const char* text, char** end), (text, end))
WHOLE_NUMBER(long, strtol)
WHOLE_NUMBER(unsigned long, strtoul)
WHOLE_NUMBER(long long, strtoll)
WHOLE_NUMBER(unsigned long long, strtoull)
WHOLE_NUMBER(long, __isoc23_strtol)
WHOLE_NUMBER(unsigned long, __isoc23_strtoul)
WHOLE_NUMBER(long long, __isoc23_strtoll)
WHOLE_NUMBER(unsigned long long, __isoc23_strtoull)
BROKEN_NUMBER(double, strtod)
BROKEN_NUMBER(float, strtof)

#define SHORT_FORM(type, name, longer, ...)                                                                  \
    [[gnu::weak]] type name(const char* text) noexcept {                                                     \
        static const auto in_library = original<decltype(&longer)>(#longer);                                 \
        char* end = nullptr;                                                                                 \
        const auto number = static_cast<type>(in_library(text, &end __VA_OPT__(, ) __VA_ARGS__));            \
        look_at_range(text, static_cast<std::size_t>(end - text) + 1, loads, PLACE);                         \
        return number;                                                                                       \
    }
SHORT_FORM(int, atoi, strtol, 10)
SHORT_FORM(long, atol, strtol, 10)
SHORT_FORM(long long, atoll, strtoll, 10)
SHORT_FORM(double, atof, strtod)

// Its function of the program's loads the elements itself.
[[gnu::weak]] void qsort(void* first, std::size_t count, std::size_t bytes,
                         int (*compare)(const void*, const void*)) {
    static const auto in_library = original<decltype(&qsort)>("qsort");
    if (count > 1) look_at_range(first, count * bytes, stores, PLACE);
    in_library(first, count, bytes, compare);
}

} // extern "C"
