// A number for data in memory by which one sees whether they have changed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::envelope {

// Continues `digest` by a stretch of memory. A change of one word of 8 bytes always changes the result,
// others do but for one case of 2^64. Eight words at a time: some 5 bytes a cycle.
[[nodiscard]] std::uint64_t digest_of(std::uint64_t digest, const void* data, std::size_t bytes) noexcept;

// Of all pieces of a storage (storage.hpp).
template <class Storage>
[[nodiscard]] std::uint64_t digest_of(const Storage& data) noexcept {
    std::uint64_t digest = 0;
    data.for_each_piece(
        [&](const void* piece, std::size_t bytes) { digest = digest_of(digest, piece, bytes); });
    return digest;
}

// The digest of a buffer, of which long ones count by their ends: 2 KiB each.
template <class Storage>
[[nodiscard]] std::uint64_t digest_of_ends(const Storage& data) noexcept {
    constexpr std::size_t end_bytes = 2048;
    std::size_t left = 2 * end_bytes; // of a buffer in many pieces, the first
    std::uint64_t digest = 0;
    data.for_each_piece([&](const void* piece, std::size_t bytes) {
        const auto* const first = static_cast<const char*>(piece);
        if (bytes > left && left == 2 * end_bytes) {
            digest = digest_of(digest, first, end_bytes);
            digest = digest_of(digest, first + bytes - end_bytes, end_bytes);
            left = 0;
        } else {
            const std::size_t used = bytes < left ? bytes : left;
            if (used > 0) digest = digest_of(digest, piece, used);
            left -= used;
        }
    });
    return digest;
}

} // namespace sartor::envelope
