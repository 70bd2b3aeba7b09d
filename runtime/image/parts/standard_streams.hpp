// The streams that a rank begins with; a program may assign others to stdout and stderr.
#pragma once

#include <cstdio>
#include <unistd.h>

#include "runtime/image/parts/of_c_library.hpp"

namespace sartor::process {

// Standard output or standard error as a number, 0 for other files.
inline int stream_of(const FILE* file) noexcept {
    static FILE* const* const output = of_process<FILE*>("stdout");
    static FILE* const* const error = of_process<FILE*>("stderr");
    if (file == *output || file == sartor_rank_first_stream(STDOUT_FILENO)) return STDOUT_FILENO;
    return file == *error || file == sartor_rank_first_stream(STDERR_FILENO) ? STDERR_FILENO : 0;
}

} // namespace sartor::process
