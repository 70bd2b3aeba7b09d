// Standard input: rank 0 has it, and others find it at its end, as under mpiexec. With SARTOR_INPUT=all every
// rank may read.
#include <cstdarg>
#include <cstdio>
#include <dlfcn.h>
#include <wchar.h>

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
    stdin = *static_cast<FILE**>(dlsym(RTLD_DEFAULT, "stdin"));
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

[[gnu::weak]] int vscanf(const char* format, va_list arguments) {
    return std::vfscanf(stdin, format, arguments);
}
[[gnu::weak]] int vwscanf(const wchar_t* format, va_list arguments) {
    return vfwscanf(stdin, format, arguments);
}

// scanf by the names that C and C++ of different standards give it.
#define SARTOR_SCANF(name, vname, character)                                                                 \
    [[gnu::weak]] int name(const character* format, ...) {                                                   \
        va_list arguments;                                                                                   \
        va_start(arguments, format);                                                                         \
        const int count = vname(format, arguments);                                                          \
        va_end(arguments);                                                                                   \
        return count;                                                                                        \
    }
SARTOR_SCANF(sartor_scanf, vscanf, char)
SARTOR_SCANF(sartor_wscanf, vwscanf, wchar_t)
#undef SARTOR_SCANF
}

asm(".weak scanf, __isoc99_scanf, __isoc23_scanf, wscanf, __isoc99_wscanf, __isoc23_wscanf\n"
    "scanf = sartor_scanf\n__isoc99_scanf = sartor_scanf\n__isoc23_scanf = sartor_scanf\n"
    "wscanf = sartor_wscanf\n__isoc99_wscanf = sartor_wscanf\n__isoc23_wscanf = sartor_wscanf\n");
