// Standard output and standard error as variables of the rank, which a program may assign to, and the
// functions of the C library that write to them by themselves.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <wchar.h>

#include "runtime/image/parts/original.hpp"

extern "C" {
[[gnu::weak]] FILE* stdout;
[[gnu::weak]] FILE* stderr;
}

namespace {

// Before std::cout, which keeps its stream.
__attribute__((constructor(100))) void open_output() {
    stdout = *sartor::process::of_process<FILE*>("stdout");
    stderr = *sartor::process::of_process<FILE*>("stderr");
}

// A function with arguments behind a format, by its function with a list of them.
template <class List, class Character>
int write_list(List list, const Character* format, va_list arguments) noexcept {
    return list(stdout, format, arguments);
}

} // namespace

#define SARTOR_FORMATTED(name, list, character)                                                              \
    extern "C" [[gnu::weak]] int name(const character* format, ...) {                                        \
        va_list arguments;                                                                                   \
        va_start(arguments, format);                                                                         \
        const int count = write_list(&list, format, arguments);                                              \
        va_end(arguments);                                                                                   \
        return count;                                                                                        \
    }
#define SARTOR_CHECKED(name, list, character)                                                                \
    extern "C" [[gnu::weak]] int name(int, const character* format, ...) {                                   \
        va_list arguments;                                                                                   \
        va_start(arguments, format);                                                                         \
        const int count = write_list(&list, format, arguments);                                              \
        va_end(arguments);                                                                                   \
        return count;                                                                                        \
    }
SARTOR_FORMATTED(printf, vfprintf, char)
SARTOR_FORMATTED(wprintf, vfwprintf, wchar_t)
// Of programs that are compiled with -D_FORTIFY_SOURCE.
SARTOR_CHECKED(__printf_chk, vfprintf, char)
SARTOR_CHECKED(__wprintf_chk, vfwprintf, wchar_t)

extern "C" {

[[gnu::weak]] int vprintf(const char* format, va_list arguments) {
    return write_list(&vfprintf, format, arguments);
}
[[gnu::weak]] int vwprintf(const wchar_t* format, va_list arguments) {
    return write_list(&vfwprintf, format, arguments);
}
[[gnu::weak]] int __vprintf_chk(int, const char* format, va_list arguments) {
    return write_list(&vfprintf, format, arguments);
}
[[gnu::weak]] int __vwprintf_chk(int, const wchar_t* format, va_list arguments) {
    return write_list(&vfwprintf, format, arguments);
}

[[gnu::weak]] int puts(const char* text) {
    FILE* const file = stdout;
    flockfile(file);
    const bool is_written = std::fputs(text, file) >= 0 && std::fputc('\n', file) != EOF;
    funlockfile(file);
    return is_written ? 1 : EOF;
}
[[gnu::weak]] int putchar(int character) {
    return std::fputc(character, stdout);
}
[[gnu::weak]] int putchar_unlocked(int character) {
    return fputc_unlocked(character, stdout);
}
[[gnu::weak]] wint_t putwchar(wchar_t character) {
    return fputwc(character, stdout);
}
[[gnu::weak]] wint_t putwchar_unlocked(wchar_t character) {
    return fputwc_unlocked(character, stdout);
}

[[gnu::weak]] void perror(const char* text) {
    char message[256];
    const char* const error = strerror_r(errno, message, sizeof message);
    const bool has_text = text != nullptr && *text != '\0';
    std::fprintf(stderr, "%s%s%s\n", has_text ? text : "", has_text ? ": " : "", error);
}

} // extern "C"
