// printf(3) and its kin, as functions of a program whose loads and stores are seen (loads_and_stores.cpp):
// they load texts, and store into memory.
#include <cstdarg>
#include <cstdio>

#include "runtime/image/parts/on_demand/format_arguments.hpp"

using sartor::process::FormatArguments;
using sartor::process::look_at_range;
using sartor::process::original;
using sartor::process::stores;

namespace {

void look_at_written(const char* text, std::size_t room, int length, const void* place) noexcept {
    if (room == 0 || length < 0) return;
    look_at_range(text, std::min(static_cast<std::size_t>(length) + 1, room), stores, place);
}
constexpr std::size_t any = ~std::size_t{0};

int print(FILE* file, const char* format, va_list arguments, const void* place) noexcept {
    static const auto in_library = original<decltype(&vfprintf)>("vfprintf");
    FormatArguments(format, arguments).look(place);
    return in_library(file, format, arguments);
}
int print(char* text, std::size_t room, const char* format, va_list arguments, const void* place) noexcept {
    static const auto into_room = original<decltype(&vsnprintf)>("vsnprintf");
    static const auto into_any = original<decltype(&vsprintf)>("vsprintf");
    FormatArguments(format, arguments).look(place);
    const int length =
        room == any ? into_any(text, format, arguments) : into_room(text, room, format, arguments);
    look_at_written(text, room, length, place);
    return length;
}

} // namespace

// With arguments, and with a list of them.
#define PRINTS(name, parameters, ...)                                                                        \
    [[gnu::weak]] int name parameters {                                                                      \
        va_list arguments;                                                                                   \
        va_start(arguments, format);                                                                         \
        const int length = print(__VA_ARGS__, format, arguments, PLACE);                                     \
        va_end(arguments);                                                                                   \
        return length;                                                                                       \
    }
#define PRINTS_LIST(name, parameters, ...)                                                                   \
    [[gnu::weak]] int name parameters {                                                                      \
        return print(__VA_ARGS__, format, arguments, PLACE);                                                 \
    }

extern "C" {

PRINTS(printf, (const char* format, ...), stdout)
PRINTS(fprintf, (FILE * file, const char* format, ...), file)
PRINTS(sprintf, (char* text, const char* format, ...) noexcept, text, any)
PRINTS(snprintf, (char* text, std::size_t room, const char* format, ...) noexcept, text, room)
PRINTS_LIST(vprintf, (const char* format, va_list arguments), stdout)
PRINTS_LIST(vfprintf, (FILE * file, const char* format, va_list arguments), file)
PRINTS_LIST(vsprintf, (char* text, const char* format, va_list arguments) noexcept, text, any)
PRINTS_LIST(vsnprintf, (char* text, std::size_t room, const char* format, va_list arguments) noexcept, text,
            room)

// With _FORTIFY_SOURCE.
PRINTS(__printf_chk, (int, const char* format, ...), stdout)
PRINTS(__fprintf_chk, (FILE * file, int, const char* format, ...), file)
PRINTS(__sprintf_chk, (char* text, int, std::size_t room, const char* format, ...), text, room)
PRINTS(__snprintf_chk, (char* text, std::size_t room, int, std::size_t, const char* format, ...), text, room)

} // extern "C"
