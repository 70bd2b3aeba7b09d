// Wide characters on standard output and standard error: the C library cannot write them to the streams that
// a rank has, so they are converted here. By the rank's locale, with a question mark for what it does not
// have.
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cwchar>

#include "runtime/image/parts/standard_streams.hpp"

using sartor::process::of_c_library;
using sartor::process::stream_of;

namespace {

int orientations[3]; // of the streams, as fwide(3) says it

bool is_own(FILE* file) noexcept {
    const int stream = stream_of(file);
    if (stream != 0 && orientations[stream] == 0) orientations[stream] = 1;
    return stream != 0;
}

bool write_wide(FILE* file, const wchar_t* text, std::size_t length) noexcept {
    bool is_written = true;
    flockfile(file);
    std::mbstate_t state{};
    for (std::size_t index = 0; index < length && is_written; ++index) {
        char bytes[MB_LEN_MAX];
        const std::size_t count = std::wcrtomb(bytes, text[index], &state);
        if (count == static_cast<std::size_t>(-1))
            is_written = putc_unlocked('?', file) != EOF;
        else
            is_written = fwrite_unlocked(bytes, 1, count, file) == count;
    }
    funlockfile(file);
    return is_written;
}

// Of a whole text at once, so that lines stay together.
int print_wide(FILE* file, const wchar_t* format, va_list arguments) noexcept {
    using Print = int (*)(FILE*, const wchar_t*, va_list);
    static const auto print = of_c_library<Print>("vfwprintf");
    if (!is_own(file)) return print(file, format, arguments);
    wchar_t* text = nullptr;
    std::size_t length = 0;
    FILE* const memory = open_wmemstream(&text, &length);
    if (memory == nullptr) return -1;
    const int count = print(memory, format, arguments);
    const bool is_complete = std::fclose(memory) == 0 && count >= 0;
    const bool is_written = is_complete && write_wide(file, text, length);
    std::free(text);
    return is_written ? count : -1;
}

wint_t put_wide(wchar_t character, FILE* file, const char* name) noexcept {
    if (!is_own(file)) return of_c_library<wint_t (*)(wchar_t, FILE*)>(name)(character, file);
    return write_wide(file, &character, 1) ? static_cast<wint_t>(character) : WEOF;
}

} // namespace

// With arguments behind the format.
#define SARTOR_WIDE(name, parameters, file)                                                                  \
    [[gnu::weak]] int name parameters {                                                                      \
        va_list arguments;                                                                                   \
        va_start(arguments, format);                                                                         \
        const int count = print_wide(file, format, arguments);                                               \
        va_end(arguments);                                                                                   \
        return count;                                                                                        \
    }

extern "C" {

SARTOR_WIDE(wprintf, (const wchar_t* format, ...), stdout)
SARTOR_WIDE(fwprintf, (FILE * file, const wchar_t* format, ...), file)
[[gnu::weak]] int vwprintf(const wchar_t* format, va_list arguments) {
    return print_wide(stdout, format, arguments);
}
[[gnu::weak]] int vfwprintf(FILE* file, const wchar_t* format, va_list arguments) {
    return print_wide(file, format, arguments);
}
// Of programs that are compiled with -D_FORTIFY_SOURCE.
SARTOR_WIDE(__wprintf_chk, (int, const wchar_t* format, ...), stdout)
SARTOR_WIDE(__fwprintf_chk, (FILE * file, int, const wchar_t* format, ...), file)
[[gnu::weak]] int __vwprintf_chk(int, const wchar_t* format, va_list arguments) {
    return print_wide(stdout, format, arguments);
}
[[gnu::weak]] int __vfwprintf_chk(FILE* file, int, const wchar_t* format, va_list arguments) {
    return print_wide(file, format, arguments);
}

[[gnu::weak]] wint_t fputwc(wchar_t character, FILE* file) {
    return put_wide(character, file, "fputwc");
}
[[gnu::weak]] wint_t putwc(wchar_t character, FILE* file) {
    return put_wide(character, file, "fputwc");
}
[[gnu::weak]] wint_t putwchar(wchar_t character) {
    return put_wide(character, stdout, "fputwc");
}
[[gnu::weak]] wint_t fputwc_unlocked(wchar_t character, FILE* file) {
    return put_wide(character, file, "fputwc_unlocked");
}
[[gnu::weak]] wint_t putwc_unlocked(wchar_t character, FILE* file) {
    return put_wide(character, file, "fputwc_unlocked");
}
[[gnu::weak]] wint_t putwchar_unlocked(wchar_t character) {
    return put_wide(character, stdout, "fputwc_unlocked");
}
[[gnu::weak]] int fputws(const wchar_t* text, FILE* file) {
    if (!is_own(file)) return of_c_library<int (*)(const wchar_t*, FILE*)>("fputws")(text, file);
    return write_wide(file, text, std::wcslen(text)) ? 1 : -1;
}
[[gnu::weak]] int fputws_unlocked(const wchar_t* text, FILE* file) {
    if (!is_own(file)) return of_c_library<int (*)(const wchar_t*, FILE*)>("fputws_unlocked")(text, file);
    return fputws(text, file);
}

[[gnu::weak]] int fwide(FILE* file, int mode) noexcept {
    const int stream = stream_of(file);
    if (stream == 0) return of_c_library<int (*)(FILE*, int)>("fwide")(file, mode);
    if (orientations[stream] == 0) orientations[stream] = mode < 0 ? -1 : mode > 0 ? 1 : 0;
    return orientations[stream];
}

} // extern "C"
