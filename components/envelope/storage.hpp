// Storages: how an envelope refers to its data, which stay in the user's memory and are never copied into
// the envelope (EPOS-MPI 4.3, 4.7). Members that the library uses of any storage:
//
//     bytes                      the size of the data in a message
//     is_one_piece()             whether they are one stretch of memory, whatever their byte order
//     pieces()                   of how many pieces of memory they are, where it takes no time to count
//     stretch()                  the address of data that can be sent as they are there, or null
//     copy_to(target)            copies as much as fits into another storage, returns the number of bytes
//     gather_to(memory)          copies all of them into one stretch, as they are sent
//     for_each_piece(visit)      visit(address, bytes) for each stretch of memory, in the order of the data
//     stretched_at(memory)       a storage for as many bytes, in one stretch
//     is_divisible()             whether copying in parts is fast
//     copy_part_to(target, start, size)  copies one part
//
// Memory that is copied from and to must not overlap. No function fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sartor::envelope {

// Copies `bytes` bytes by two words, which may overlap. Requires sizeof(Word) <= bytes <= 2 * sizeof(Word).
template <class Word>
void copy_ends(void* target, const void* source, std::size_t bytes) noexcept {
    Word first, last;
    std::memcpy(&first, source, sizeof first);
    std::memcpy(&last, static_cast<const char*>(source) + bytes - sizeof last, sizeof last);
    std::memcpy(target, &first, sizeof first);
    std::memcpy(static_cast<char*>(target) + bytes - sizeof last, &last, sizeof last);
}

// memcpy of any number of bytes. By itself memcpy (glibc 2.36) uses `rep movsb` from 4 KiB on, which takes 25
// times as long on AMD's Zen 3 where the target begins 1 to 31 bytes behind the source, counted within pages:
// such data are copied from their end on.
void copy_stretch(void* target, const void* source, std::size_t bytes) noexcept;

// The same, without a call for 4 to 16 bytes. For 0 bytes both addresses may be null.
inline void copy(void* target, const void* source, std::size_t bytes) noexcept {
    if (bytes >= 8 && bytes <= 16) return copy_ends<std::uint64_t>(target, source, bytes);
    if (bytes >= 4 && bytes < 8) return copy_ends<std::uint32_t>(target, source, bytes);
    if (bytes > 0) copy_stretch(target, source, bytes);
}

// The same in two parts, for callers that want no call in their code: copy_in_words() requires that
// is_copied_in_words(bytes), that is 4 to 16 bytes.
[[nodiscard]] constexpr bool is_copied_in_words(std::size_t bytes) noexcept {
    return bytes >= 4 && bytes <= 16;
}
inline void copy_in_words(void* target, const void* source, std::size_t bytes) noexcept {
    bytes >= 8 ? copy_ends<std::uint64_t>(target, source, bytes)
               : copy_ends<std::uint32_t>(target, source, bytes);
}

// Contiguous memory: all that programs without non-contiguous datatypes need. Address and size in bytes; the
// address may be null when the size is 0.
struct Contiguous {
    static constexpr std::string_view name = "contiguous";

    void* data = nullptr;
    std::size_t bytes = 0;

    [[nodiscard]] static constexpr bool is_one_piece() noexcept { return true; }
    [[nodiscard]] static constexpr std::size_t pieces() noexcept { return 1; }

    // Copies as many bytes as both have, and returns that number.
    std::size_t copy_to(const Contiguous& target) const noexcept {
        const std::size_t fitting = bytes < target.bytes ? bytes : target.bytes;
        copy(target.data, data, fitting);
        return fitting;
    }

    // Whether a part can be found without a search.
    [[nodiscard]] static constexpr bool is_divisible() noexcept { return true; }
    // Copies `size` bytes from byte `start` on. Requires that both storages have them.
    void copy_part_to(const Contiguous& target, std::size_t start, std::size_t size) const noexcept {
        copy_stretch(static_cast<char*>(target.data) + start, static_cast<const char*>(data) + start, size);
    }

    // The address of the data.
    [[nodiscard]] void* stretch() const noexcept { return data; }

    template <class Visit>
    void for_each_piece(Visit visit) const noexcept {
        if (bytes > 0) visit(static_cast<const void*>(data), bytes);
    }

    // Copies all bytes to `memory`, which must have room for them.
    void gather_to(void* memory) const noexcept { copy(memory, data, bytes); }
    // A storage for as many bytes, in one stretch from `memory` on.
    [[nodiscard]] Contiguous stretched_at(void* memory) const noexcept { return {memory, bytes}; }
};

} // namespace sartor::envelope
