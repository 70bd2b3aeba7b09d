// The streams that a rank begins with; a program may assign others to stdout and stderr.
#pragma once

#include <cstdio>
#include <unistd.h>

#include "runtime/image/parts/original.hpp"

namespace sartor::process {

// Standard output or standard error as a number, 0 for other files.
inline int stream_of(const FILE* file) noexcept {
    static const FILE* const output = *of_process<FILE*>("stdout");
    static const FILE* const error = *of_process<FILE*>("stderr");
    return file == output ? STDOUT_FILENO : file == error ? STDERR_FILENO : 0;
}

} // namespace sartor::process
