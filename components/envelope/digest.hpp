// A number for data in memory by which one sees whether they have changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sartor::envelope {

// 128 bits, so that no change within 16 bytes of a stretch, counted from its beginning, is unseen.
struct Digest {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    [[nodiscard]] bool operator==(const Digest&) const noexcept = default;
};

namespace internal {

// On processors without instructions for AES.
[[nodiscard]] Digest digest_by_words(Digest before, const char* next, std::size_t bytes) noexcept;
[[nodiscard]] Digest digest_of_stretch(Digest before, const void* data, std::size_t bytes) noexcept;

} // namespace internal

// Continues a digest by a stretch of memory. Changes of several places cancel each other by chance alone.
// With VAES faster than with AES and AVX2, without these slower by far; a word of 8 bytes is taken as it is.
[[nodiscard]] inline Digest digest_of(Digest before, const void* data, std::size_t bytes) noexcept {
    if (bytes != sizeof(std::uint64_t) || before != Digest{})
        return internal::digest_of_stretch(before, data, bytes);
    std::uint64_t word = 0;
    std::memcpy(&word, data, sizeof word);
    return {word, sizeof word};
}

namespace internal {

// The first bytes of a storage in many pieces, brought together: faster than piece by piece.
template <class Storage>
[[nodiscard]] Digest digest_of_gathered(const Storage& data, std::size_t bytes) noexcept {
    constexpr std::size_t room = 1024;
    char gathered[room];
    Digest digest;
    for (std::size_t start = 0; start < bytes; start += room) {
        const std::size_t size = bytes - start < room ? bytes - start : room;
        const auto first =
            reinterpret_cast<std::uintptr_t>(gathered) - start; // byte `start` is the first here
        data.copy_part_to(data.stretched_at(reinterpret_cast<void*>(first)), start, size);
        digest = digest_of(digest, gathered, size);
    }
    return digest;
}

} // namespace internal

// Of all pieces of a storage (storage.hpp).
template <class Storage>
[[nodiscard]] Digest digest_of(const Storage& data) noexcept {
    if (!data.is_one_piece() && data.is_divisible()) return internal::digest_of_gathered(data, data.bytes);
    Digest digest;
    data.for_each_piece(
        [&](const void* piece, std::size_t bytes) { digest = digest_of(digest, piece, bytes); });
    return digest;
}

// The digest of a buffer, of which long ones count by their ends: 2 KiB each.
template <class Storage>
[[nodiscard]] Digest digest_of_ends(const Storage& data) noexcept {
    constexpr std::size_t end_bytes = 2048;
    std::size_t left = 2 * end_bytes; // of a buffer in many pieces, the first
    if (!data.is_one_piece() && data.is_divisible())
        return internal::digest_of_gathered(data, data.bytes < left ? data.bytes : left);
    Digest digest;
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
