// Standard input: rank 0 has it, and others find it at its end, as under mpiexec. With SARTOR_INPUT=all every
// rank may read.
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <wchar.h>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/rank/for_parts.hpp"

extern "C" {
[[gnu::weak]] FILE* stdin;
}

namespace {

ssize_t read_nothing(void*, char*, size_t) {
    return 0;
}

// Before std::cin, which keeps its stream.
__attribute__((constructor(100))) void open_input() {
    stdin = *sartor::process::of_process<FILE*>("stdin");
    if (sartor_rank_has_input()) return;
    cookie_io_functions_t functions{};
    functions.read = &read_nothing;
    if (FILE* none = fopencookie(nullptr, "r", functions)) stdin = none;
}

} // namespace

extern "C" {

[[gnu::weak]] int getchar() {
    return std::getc(stdin);
}
[[gnu::weak]] int getchar_unlocked() {
    return getc_unlocked(stdin);
}
[[gnu::weak]] wint_t getwchar() {
    return getwc(stdin);
}
[[gnu::weak]] wint_t getwchar_unlocked() {
    return getwc_unlocked(stdin);
}

// Removed from C in 2011; old programs call it.
[[gnu::weak]] char* gets(char* text) {
    char* end = text;
    int next = getc(stdin);
    while (next != EOF && next != '\n') {
        *end++ = static_cast<char>(next);
        next = getc(stdin);
    }
    if ((next == EOF && end == text) || std::ferror(stdin) != 0) return nullptr;
    *end = '\0';
    return text;
}
// In a text of so many bytes.
[[gnu::weak]] char* __gets_chk(char* text, size_t bytes) {
    if (std::fgets(text, static_cast<int>(bytes < INT_MAX ? bytes : INT_MAX), stdin) == nullptr)
        return nullptr;
    const size_t length = std::strlen(text);
    if (length > 0 && text[length - 1] == '\n')
        text[length - 1] = '\0';
    else if (std::feof(stdin) == 0)
        std::abort(); // as the C library does: the text is too short
    return text;
}

int sartor_vscanf(const char* format, va_list arguments) {
    return std::vfscanf(stdin, format, arguments);
}
int sartor_vwscanf(const wchar_t* format, va_list arguments) {
    return vfwscanf(stdin, format, arguments);
}

// scanf and its kin by the names that C and C++ of different standards give it.
#define SARTOR_SCANF(name, vname, character)                                                                 \
    [[gnu::weak]] int name(const character* format, ...) {                                                   \
        va_list arguments;                                                                                   \
        va_start(arguments, format);                                                                         \
        const int count = vname(format, arguments);                                                          \
        va_end(arguments);                                                                                   \
        return count;                                                                                        \
    }
SARTOR_SCANF(sartor_scanf, sartor_vscanf, char)
SARTOR_SCANF(sartor_wscanf, sartor_vwscanf, wchar_t)
#undef SARTOR_SCANF
}

#define SARTOR_NAMES(own, name)                                                                              \
    asm(".weak " name ", __isoc99_" name ", __isoc23_" name "\n" name " = " own "\n__isoc99_" name " = " own \
        "\n__isoc23_" name " = " own "\n");
SARTOR_NAMES("sartor_scanf", "scanf")
SARTOR_NAMES("sartor_wscanf", "wscanf")
SARTOR_NAMES("sartor_vscanf", "vscanf")
SARTOR_NAMES("sartor_vwscanf", "vwscanf")
