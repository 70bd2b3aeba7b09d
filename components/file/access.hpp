// Reads and writes of one rank: any pieces of its memory from or to any pieces of a file.
#pragma once

#include "components/file/descriptor.hpp"
#include "components/file/hints.hpp"
#include "components/file/outcome.hpp"
#include "components/file/pieces.hpp"

namespace sartor::file {

// How an access is made.
struct AccessOptions {
    Hints hints{};
    bool atomic = false; // no other access of the file that is atomic or fills gaps runs meanwhile
};

// Both have the same number of bytes. A read ends at the end of the file, which is no error: `bytes` says how
// many were there. Memory: up to one staging buffer. Errors: the system's, ENOMEM.
[[nodiscard]] Outcome read(const Descriptor& descriptor, const Pieces& file, const Pieces& memory,
                           const AccessOptions& options) noexcept;
[[nodiscard]] Outcome write(const Descriptor& descriptor, const Pieces& file, const Pieces& memory,
                            const AccessOptions& options) noexcept;

// One stretch, whole or until the end of the file.
[[nodiscard]] Outcome read_stretch(const Descriptor& descriptor, std::uint64_t position, char* to,
                                   std::size_t bytes) noexcept;
[[nodiscard]] Outcome write_stretch(const Descriptor& descriptor, std::uint64_t position, const char* from,
                                    std::size_t bytes) noexcept;

} // namespace sartor::file
