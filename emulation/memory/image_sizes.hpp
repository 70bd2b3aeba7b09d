// What a program takes of a cluster's memory before it runs.
#pragma once

#include "emulation/cycles.hpp"

namespace sartor::machine::manycore {

// In bytes.
struct ImageSizes {
    std::int64_t text = 0;     // once in a cluster
    std::int64_t writable = 0; // of each rank
};

// By the program headers of a rank's image and of its own libraries. 0 for ranks without an image, as in
// tests.
[[nodiscard]] ImageSizes image_sizes(int rank) noexcept;

// Code and constants of the MPI library, from the executable's section of sizes
// (configurator/link/sizes.hpp). 0 for tests, and for executables from which it was removed.
[[nodiscard]] std::int64_t library_size() noexcept;

} // namespace sartor::machine::manycore
