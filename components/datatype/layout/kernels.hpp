// Loops that move runs of bytes: between scattered and dense memory, or between two regular layouts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "components/datatype/layout/words.hpp"

namespace sartor::datatype::kernels {

[[nodiscard]] inline char* at(std::uintptr_t address) noexcept {
    return reinterpret_cast<char*>(address);
}

// Fixed sizes are a load and a store each.
template <std::size_t Bytes>
void copy_fixed(char* to, const char* from) noexcept {
    std::memcpy(to, from, Bytes);
}

// Below this many bytes a call of memcpy costs more than the copy.
inline constexpr std::size_t short_run = 128;

// Two copies that overlap in the middle cover each size between powers of two.
inline void copy_short(char* to, const char* from, std::size_t bytes) noexcept {
    if (bytes >= 16) {
        for (std::size_t done = 0; done + 16 <= bytes; done += 16) copy_fixed<16>(to + done, from + done);
        return copy_fixed<16>(to + bytes - 16, from + bytes - 16);
    }
    if (bytes >= 8) {
        copy_fixed<8>(to, from);
        return copy_fixed<8>(to + bytes - 8, from + bytes - 8);
    }
    if (bytes >= 4) {
        copy_fixed<4>(to, from);
        return copy_fixed<4>(to + bytes - 4, from + bytes - 4);
    }
    if (bytes == 0) return;
    to[0] = from[0];
    to[bytes / 2] = from[bytes / 2];
    to[bytes - 1] = from[bytes - 1];
}

inline void copy(char* to, const char* from, std::size_t bytes) noexcept {
    if (bytes <= short_run)
        copy_short(to, from, bytes);
    else
        std::memcpy(to, from, bytes);
}

// Length of a run as a value: a constant for the frequent ones.
template <std::size_t Bytes>
struct Fixed {
    static constexpr std::size_t bytes = Bytes;
    static void copy(char* to, const char* from) noexcept { copy_fixed<Bytes>(to, from); }

    // Words, where one side is dense; false when they are to be moved one by one.
    [[nodiscard]] static bool move_words(char* to, std::uintptr_t to_stride, const char* from,
                                         std::uintptr_t from_stride, std::size_t count) noexcept
        requires(Bytes == 4 || Bytes == 8) {
        if (to_stride == Bytes) {
            using Word = std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>;
            gather_words<Word>(to, from, from_stride, count);
            return true;
        }
        if (Bytes != 4 || from_stride != Bytes) return false;
        scatter_words(to, to_stride, from, count);
        return true;
    }
};
struct Short {
    std::size_t bytes;
    void copy(char* to, const char* from) const noexcept { copy_short(to, from, bytes); }
};
struct Long {
    std::size_t bytes;
    void copy(char* to, const char* from) const noexcept { std::memcpy(to, from, bytes); }
};

// Calls body(length) with the fitting type.
template <class Body>
void with_length(std::size_t bytes, Body body) noexcept {
    switch (bytes) {
    case 1:
        return body(Fixed<1>{});
    case 2:
        return body(Fixed<2>{});
    case 4:
        return body(Fixed<4>{});
    case 8:
        return body(Fixed<8>{});
    case 16:
        return body(Fixed<16>{});
    case 32:
        return body(Fixed<32>{});
    case 64:
        return body(Fixed<64>{});
    default:
        return bytes <= short_run ? body(Short{bytes}) : body(Long{bytes});
    }
}

// One side of regular runs: where they begin, how far apart they are, and how far apart rounds of them are.
struct Side {
    std::uintptr_t base;
    std::uintptr_t stride;
    std::uintptr_t round_stride;
};

// Runs for which a call of memcpy each is the least.
inline void move_long(Side to, Side from, std::size_t rounds, std::size_t count, std::size_t bytes) noexcept {
    for (; rounds > 0; --rounds, to.base += to.round_stride, from.base += from.round_stride) {
        std::uintptr_t target = to.base;
        std::uintptr_t source = from.base;
        for (std::size_t run = 0; run < count; ++run, target += to.stride, source += from.stride)
            std::memcpy(at(target), at(source), bytes);
    }
}

// `rounds` times `count` runs of one length.
inline void move_regular(Side to, Side from, std::size_t rounds, std::size_t count,
                         std::size_t bytes) noexcept {
    if (bytes > short_run) return move_long(to, from, rounds, count, bytes);
    with_length(bytes, [=](auto length) mutable {
        for (std::size_t round = 0; round < rounds; ++round) {
            std::uintptr_t target = to.base + round * to.round_stride;
            std::uintptr_t source = from.base + round * from.round_stride;
            if constexpr (requires { length.move_words(nullptr, 0, nullptr, 0, 0); })
                if (length.move_words(at(target), to.stride, at(source), from.stride, count)) continue;
#pragma GCC unroll 4
            for (std::size_t run = 0; run < count; ++run) {
                length.copy(at(target), at(source));
                target += to.stride;
                source += from.stride;
            }
        }
    });
}

enum class Direction { gather, scatter }; // from the list of runs into dense memory, or the other way

// `count` runs of one length at the offsets of a list.
template <Direction Way>
void move_listed(std::uintptr_t base, const std::ptrdiff_t* offsets, std::size_t count, std::size_t bytes,
                 std::uintptr_t dense) noexcept {
    with_length(bytes, [=](auto length) mutable {
#pragma GCC unroll 4
        for (std::size_t run = 0; run < count; ++run, dense += length.bytes) {
            char* scattered = at(base + static_cast<std::uintptr_t>(offsets[run]));
            Way == Direction::gather ? length.copy(at(dense), scattered) : length.copy(scattered, at(dense));
        }
    });
}

// One side of runs that both sides have in lists: the address of run `number` is at(number).
struct Listed {
    std::uintptr_t base;
    const std::ptrdiff_t* offsets;

    [[nodiscard]] char* at(std::size_t number) const noexcept {
        return kernels::at(base + static_cast<std::uintptr_t>(offsets[number]));
    }
};

// `count` runs of one length from list to list.
inline void move_paired(Listed to, Listed from, std::size_t count, std::size_t bytes) noexcept {
    with_length(bytes, [=](auto length) {
        for (std::size_t run = 0; run < count; ++run) length.copy(to.at(run), from.at(run));
    });
}

// Runs of different lengths. Gives the bytes moved.
template <Direction Way>
std::size_t move_ragged(std::uintptr_t base, const std::ptrdiff_t* offsets, const std::size_t* lengths,
                        std::size_t count, std::uintptr_t dense) noexcept {
    const std::uintptr_t begin = dense;
    for (std::size_t run = 0; run < count; ++run) {
        char* scattered = at(base + static_cast<std::uintptr_t>(offsets[run]));
        Way == Direction::gather ? copy(at(dense), scattered, lengths[run])
                                 : copy(scattered, at(dense), lengths[run]);
        dense += lengths[run];
    }
    return dense - begin;
}

} // namespace sartor::datatype::kernels
