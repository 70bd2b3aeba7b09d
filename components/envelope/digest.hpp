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

} // namespace sartor::envelope
