// Where the data of an envelope lie: in the user's memory, never copied into the envelope
// (EPOS-MPI 4.3, 4.7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sartor::envelope {

// Copies the first and the last word of so many bytes, which may overlap.
template <class Word>
void copy_ends(void* target, const void* source, std::size_t bytes) noexcept {
    Word first, last;
    std::memcpy(&first, source, sizeof first);
    std::memcpy(&last, static_cast<const char*>(source) + bytes - sizeof last, sizeof last);
    std::memcpy(target, &first, sizeof first);
    std::memcpy(static_cast<char*>(target) + bytes - sizeof last, &last, sizeof last);
}

// memcpy, without a call for what most short messages are.
inline void copy(void* target, const void* source, std::size_t bytes) noexcept {
    if (bytes >= 8 && bytes <= 16) return copy_ends<std::uint64_t>(target, source, bytes);
    if (bytes >= 4 && bytes < 8) return copy_ends<std::uint32_t>(target, source, bytes);
    if (bytes > 0) std::memcpy(target, source, bytes);
}

// The same for what needs no call.
[[nodiscard]] constexpr bool is_copied_in_words(std::size_t bytes) noexcept {
    return bytes >= 4 && bytes <= 16;
}
inline void copy_in_words(void* target, const void* source, std::size_t bytes) noexcept {
    bytes >= 8 ? copy_ends<std::uint64_t>(target, source, bytes)
               : copy_ends<std::uint32_t>(target, source, bytes);
}

// Memory of one piece: all that programs without non-contiguous datatypes need.
struct Contiguous {
    static constexpr std::string_view name = "contiguous";

    void* data = nullptr;
    std::size_t bytes = 0;

    [[nodiscard]] static constexpr bool is_one_piece() noexcept { return true; }

    // Copies as much as fits and returns that number of bytes.
    std::size_t copy_to(const Contiguous& target) const noexcept {
        const std::size_t fitting = bytes < target.bytes ? bytes : target.bytes;
        copy(target.data, data, fitting);
        return fitting;
    }

    // Worth copying in parts.
    [[nodiscard]] static constexpr bool is_divisible() noexcept { return true; }
    // Copies `size` bytes from byte `start` on, which both have.
    void copy_part_to(const Contiguous& target, std::size_t start, std::size_t size) const noexcept {
        std::memcpy(static_cast<char*>(target.data) + start, static_cast<const char*>(data) + start, size);
    }

    // Its memory: one stretch of it.
    [[nodiscard]] void* stretch() const noexcept { return data; }

    // Gathers all bytes at `place`, which has room for them.
    void gather_to(void* place) const noexcept { copy(place, data, bytes); }
    // As much of the same data, as they are here, from `place` on.
    [[nodiscard]] Contiguous stretched_at(void* place) const noexcept { return {place, bytes}; }
};

} // namespace sartor::envelope
