// Standard output and standard error as variables of the rank, which a program may assign to, and the
// functions of the C library that write to them by themselves.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/image/parts/on_demand/put_line.hpp"

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

} // namespace

extern "C" {

[[gnu::weak]] int vprintf(const char* format, va_list arguments) {
    return std::vfprintf(stdout, format, arguments);
}
[[gnu::weak]] int printf(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int count = std::vfprintf(stdout, format, arguments);
    va_end(arguments);
    return count;
}
// Of programs that are compiled with -D_FORTIFY_SOURCE.
[[gnu::weak]] int __vprintf_chk(int, const char* format, va_list arguments) {
    return std::vfprintf(stdout, format, arguments);
}
[[gnu::weak]] int __printf_chk(int, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int count = std::vfprintf(stdout, format, arguments);
    va_end(arguments);
    return count;
}

[[gnu::weak]] int puts(const char* text) {
    return sartor::process::put_line(text, stdout);
}
[[gnu::weak]] int putchar(int character) {
    return std::fputc(character, stdout);
}
[[gnu::weak]] int putchar_unlocked(int character) {
    return fputc_unlocked(character, stdout);
}

[[gnu::weak]] void perror(const char* text) {
    char message[256];
    const char* const error = strerror_r(errno, message, sizeof message);
    const bool has_text = text != nullptr && *text != '\0';
    std::fprintf(stderr, "%s%s%s\n", has_text ? text : "", has_text ? ": " : "", error);
}

} // extern "C"
