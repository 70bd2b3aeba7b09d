// How an access to a file ended.
#pragma once

#include <cstddef>

namespace sartor::file {

// `error`: 0 or the system's errno; `bytes` that were read or written, from the first on.
struct Outcome {
    std::size_t bytes = 0;
    int error = 0;
};

} // namespace sartor::file
