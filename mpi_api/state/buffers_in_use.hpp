// What a request keeps of its buffers in programs built with --checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sartor::mpi {

// A stretch of memory, or the one from the first to the last of several pieces.
struct PieceSpan {
    std::uintptr_t first = UINTPTR_MAX;
    std::uintptr_t behind = 0;
    std::size_t pieces = 0;

    PieceSpan() = default;
    PieceSpan(const void* piece, std::size_t bytes) noexcept
        : first(reinterpret_cast<std::uintptr_t>(piece)), behind(first + bytes), pieces(1) {}

    template <class Storage>
    [[nodiscard]] static PieceSpan of(const Storage& data) noexcept {
        PieceSpan span;
        data.for_each_piece([&](const void* piece, std::size_t bytes) {
            const PieceSpan one(piece, bytes);
            if (one.first < span.first) span.first = one.first;
            if (one.behind > span.behind) span.behind = one.behind;
            ++span.pieces;
        });
        return span;
    }
    [[nodiscard]] bool meets(const PieceSpan& other) const noexcept {
        return first < other.behind && other.first < behind;
    }
};

// A number that differs, but for one case of 2^64, when one byte of the data does.
template <class Storage>
[[nodiscard]] std::uint64_t digest_of(const Storage& data) noexcept {
    constexpr std::uint64_t prime = 0x100000001b3; // of FNV-1a, here by words
    std::uint64_t digest = 0xcbf29ce484222325;
    data.for_each_piece([&](const void* piece, std::size_t bytes) {
        const auto* next = static_cast<const char*>(piece);
        for (std::uint64_t word; bytes >= sizeof word; bytes -= sizeof word, next += sizeof word) {
            std::memcpy(&word, next, sizeof word);
            digest = (digest ^ word) * prime;
            digest ^= digest >> 29;
        }
        for (; bytes > 0; --bytes, ++next) digest = (digest ^ static_cast<unsigned char>(*next)) * prime;
    });
    return digest;
}

template <class Storage>
struct BufferInUse {
    Storage data{};
    bool in_use = false;
    bool is_written = false;
    std::uint64_t digest = 0;       // of what is sent
    const char* function = nullptr; // that began it, and its call site
    const void* site = nullptr;

    void begin(const Storage& used, bool written, const char* by, const void* at) noexcept {
        data = used;
        in_use = true;
        is_written = written;
        function = by;
        site = at;
    }
};

template <class Storage>
struct BuffersInUse {
    BufferInUse<Storage> each[2]; // sent and received
};
struct NoBuffersInUse {};

} // namespace sartor::mpi
