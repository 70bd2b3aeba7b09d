// The geometry of puts and gets: equally long blocks in up to three dimensions on both sides (AOS,
// section 5.5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "components/one_sided/aos/aos.h"

namespace sartor::aos {

using Blocks = sartor_aos_blocks;

[[nodiscard]] inline bool is_empty(const Blocks& blocks) noexcept {
    return blocks.bytes == 0 || blocks.counts[0] == 0 || blocks.counts[1] == 0 || blocks.counts[2] == 0;
}

// Requires blocks within a segment.
[[nodiscard]] inline std::size_t number_of(const Blocks& blocks) noexcept {
    return is_empty(blocks) ? 0 : blocks.counts[0] * blocks.counts[1] * blocks.counts[2];
}
[[nodiscard]] inline std::size_t total_bytes(const Blocks& blocks) noexcept {
    return number_of(blocks) * blocks.bytes;
}

// Whether all blocks, the first of them at `offset`, are inside the segment's `size` bytes. Overflows count
// as outside. Blocks may overlap; the sum of their sizes must fit into 63 bits.
[[nodiscard]] inline bool lies_within(const Blocks& blocks, std::size_t offset, std::size_t size) noexcept {
    if (is_empty(blocks)) return offset <= size;
    if (offset > size || blocks.bytes > size) return false;
    auto lowest = static_cast<std::int64_t>(offset);
    std::int64_t highest = lowest + static_cast<std::int64_t>(blocks.bytes);
    for (int dimension = 0; dimension < 3; ++dimension) {
        std::int64_t reach = 0;
        const std::size_t steps = blocks.counts[dimension] - 1;
        if (steps > static_cast<std::size_t>(INT64_MAX) ||
            __builtin_mul_overflow(static_cast<std::int64_t>(steps),
                                   std::int64_t{blocks.remote_strides[dimension]}, &reach))
            return false;
        std::int64_t& end = reach < 0 ? lowest : highest;
        if (__builtin_add_overflow(end, reach, &end)) return false;
    }
    // Blocks may overlap: how many there are is bounded all the same, so that sums of their sizes are.
    std::size_t all = blocks.bytes;
    for (const std::size_t count : blocks.counts)
        if (__builtin_mul_overflow(all, count, &all)) return false;
    return lowest >= 0 && highest <= static_cast<std::int64_t>(size) &&
           all <= static_cast<std::size_t>(INT64_MAX);
}

// Calls visit(remote, local) with the offsets of each block from the first on both sides.
template <class Visit>
void for_each_block(const Blocks& blocks, Visit visit) noexcept {
    if (blocks.bytes == 0) return;
    for (std::size_t plane = 0; plane < blocks.counts[2]; ++plane)
        for (std::size_t row = 0; row < blocks.counts[1]; ++row)
            for (std::size_t block = 0; block < blocks.counts[0]; ++block) {
                const auto at = [&](const std::ptrdiff_t* strides) {
                    return static_cast<std::ptrdiff_t>(block) * strides[0] +
                           static_cast<std::ptrdiff_t>(row) * strides[1] +
                           static_cast<std::ptrdiff_t>(plane) * strides[2];
                };
                visit(at(blocks.remote_strides), at(blocks.local_strides));
            }
}

// Copies all blocks; the caller has checked them. O(blocks).
inline void put_blocks(char* remote, const char* local, const Blocks& blocks) noexcept {
    for_each_block(blocks, [&](std::ptrdiff_t there, std::ptrdiff_t here) {
        std::memcpy(remote + there, local + here, blocks.bytes);
    });
}
inline void get_blocks(const char* remote, char* local, const Blocks& blocks) noexcept {
    for_each_block(blocks, [&](std::ptrdiff_t there, std::ptrdiff_t here) {
        std::memcpy(local + here, remote + there, blocks.bytes);
    });
}

} // namespace sartor::aos
