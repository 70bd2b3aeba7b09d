// puts(3) for a stream that a program may have assigned to stdout.
#pragma once

#include <cstdio>

namespace sartor::process {

inline int put_line(const char* text, FILE* file) noexcept {
    flockfile(file);
    const bool is_written = std::fputs(text, file) >= 0 && std::fputc('\n', file) != EOF;
    funlockfile(file);
    return is_written ? 1 : EOF;
}

} // namespace sartor::process
