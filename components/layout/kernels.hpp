// Loops that move runs of bytes: between scattered and dense memory, or between two regular layouts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "components/layout/ahead.hpp"
#include "components/layout/direction.hpp"
#include "components/layout/words.hpp"

namespace sartor::layout::kernels {

[[nodiscard]] inline char* at(std::uintptr_t address) noexcept {
    return reinterpret_cast<char*>(address);
}

// Fixed sizes are a load and a store each.
template <std::size_t Bytes>
void copy_fixed(char* to, const char* from) noexcept {
    std::memcpy(to, from, Bytes);
}

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

// Any number of bytes, 0 too. The two sides must not overlap.
inline void copy(char* to, const char* from, std::size_t bytes) noexcept {
    if (bytes <= short_run)
        copy_short(to, from, bytes);
    else
        std::memcpy(to, from, bytes);
}

// The length of a run as a type: constants for the frequent lengths, so that the copy is a few instructions.
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
// Any length up to short_run: copied inline.
struct Short {
    std::size_t bytes;
    void copy(char* to, const char* from) const noexcept { copy_short(to, from, bytes); }
};
// Any other length: a call of memcpy for each run.
struct Long {
    std::size_t bytes;
    void copy(char* to, const char* from) const noexcept { std::memcpy(to, from, bytes); }
};

// Calls body(length) with the type for this length.
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

// One side of regular runs: their first address, the distance of runs, and the distance of rounds.
struct Side {
    std::uintptr_t base;
    std::uintptr_t stride;
    std::uintptr_t round_stride;

    [[nodiscard]] bool has_gaps(std::size_t run) const noexcept {
        return kernels::has_gaps(static_cast<std::ptrdiff_t>(stride), run);
    }
};

// Long runs beyond the caches, each prefetched ahead of its copy. Run number `run` goes from source(run) to
// target(run).
template <class Target, class Source>
[[gnu::noinline]] void move_ahead(Target target, Source source, std::size_t count,
                                  std::size_t bytes) noexcept {
    const std::size_t ahead = runs_ahead(bytes);
    std::size_t run = 0;
    for (; run + ahead < count; ++run) {
        prefetch<Access::read>(source(run + ahead), bytes);
        prefetch<Access::write>(target(run + ahead), bytes);
        std::memcpy(at(target(run)), at(source(run)), bytes);
    }
    for (; run < count; ++run) std::memcpy(at(target(run)), at(source(run)), bytes);
}

// Runs long enough for a call of memcpy each.
inline void move_long(Side to, Side from, std::size_t rounds, std::size_t count, std::size_t bytes) noexcept {
    const bool prefetches_ahead = prefetches(count, bytes) && (to.has_gaps(bytes) || from.has_gaps(bytes));
    for (; rounds > 0; --rounds, to.base += to.round_stride, from.base += from.round_stride) {
        if (prefetches_ahead) {
            move_ahead([=](std::size_t run) { return to.base + run * to.stride; },
                       [=](std::size_t run) { return from.base + run * from.stride; }, count, bytes);
            continue;
        }
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

// Runs in a list: the address of run `number` is address(number).
struct Listed {
    std::uintptr_t base;
    const std::ptrdiff_t* offsets;

    [[nodiscard]] std::uintptr_t address(std::size_t number) const noexcept {
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a list has offsets
        return base + static_cast<std::uintptr_t>(offsets[number]);
    }
    [[nodiscard]] char* at(std::size_t number) const noexcept { return kernels::at(address(number)); }

    // Whether `count` runs of `bytes` each are to be prefetched.
    [[nodiscard]] bool gains_by_prefetching(std::size_t count, std::size_t bytes) const noexcept {
        if (!prefetches(count, bytes)) return false;
        return has_gaps((offsets[count - 1] - offsets[0]) / static_cast<std::ptrdiff_t>(count - 1), bytes);
    }
};

// Moves a list of runs, or a portion of one.
template <Direction Way>
void move_portion(Listed list, std::size_t count, std::size_t bytes, std::uintptr_t dense) noexcept {
    constexpr bool gathers = Way == Direction::gather;
    with_length(bytes, [=](auto length) mutable {
#pragma GCC unroll 4
        for (std::size_t run = 0; run < count; ++run, dense += length.bytes)
            gathers ? length.copy(at(dense), list.at(run)) : length.copy(list.at(run), at(dense));
    });
}

// Short runs beyond the caches are gathered in portions; the lines between the ends of the next one are
// prefetched while one is copied.
[[gnu::noinline]] inline void gather_portions(Listed list, std::size_t count, std::size_t bytes,
                                              std::uintptr_t dense) noexcept {
    const std::size_t portion = portion_bytes / bytes;
    for (std::size_t first = 0; first < count; first += portion) {
        const std::size_t next = first + portion;
        if (next + portion <= count) prefetch_between(list.address(next), list.address(next + portion - 1));
        const std::size_t number = next <= count ? portion : count - first;
        move_portion<Direction::gather>({list.base, list.offsets + first}, number, bytes,
                                        dense + first * bytes);
    }
}

// `count` runs of one length in a list.
template <Direction Way>
void move_listed(Listed list, std::size_t count, std::size_t bytes, std::uintptr_t dense) noexcept {
    constexpr bool gathers = Way == Direction::gather;
    if (list.gains_by_prefetching(count, bytes)) {
        const auto listed = [list](std::size_t run) { return list.address(run); };
        const auto packed = [=](std::size_t run) { return dense + run * bytes; };
        if constexpr (gathers)
            return move_ahead(packed, listed, count, bytes);
        else
            return move_ahead(listed, packed, count, bytes);
    }
    if constexpr (gathers)
        if (bytes <= short_run && lie_beyond_caches(count, bytes))
            return gather_portions(list, count, bytes, dense);
    move_portion<Way>(list, count, bytes, dense);
}

// `count` runs of one length from list to list.
inline void move_paired(Listed to, Listed from, std::size_t count, std::size_t bytes) noexcept {
    if (to.gains_by_prefetching(count, bytes) || from.gains_by_prefetching(count, bytes))
        return move_ahead([=](std::size_t run) { return to.address(run); },
                          [=](std::size_t run) { return from.address(run); }, count, bytes);
    with_length(bytes, [=](auto length) {
        for (std::size_t run = 0; run < count; ++run) length.copy(to.at(run), from.at(run));
    });
}

// Runs of different lengths. Returns the number of bytes moved.
template <Direction Way>
std::size_t move_ragged(Listed list, const std::size_t* lengths, std::size_t count,
                        std::uintptr_t dense) noexcept {
    const std::uintptr_t begin = dense;
    for (std::size_t run = 0; run < count; ++run) {
        Way == Direction::gather ? copy(at(dense), list.at(run), lengths[run])
                                 : copy(list.at(run), at(dense), lengths[run]);
        dense += lengths[run];
    }
    return dense - begin;
}

// The same beyond the caches, for runs of `average` bytes.
template <Direction Way>
[[gnu::noinline]] std::size_t move_ragged_ahead(Listed list, const std::size_t* lengths, std::size_t count,
                                                std::size_t average, std::uintptr_t dense) noexcept {
    constexpr bool gathers = Way == Direction::gather;
    const std::size_t ahead = runs_ahead(average);
    const std::uintptr_t begin = dense;
    for (std::size_t run = 0; run < count; ++run) {
        if (run + ahead < count) {
            prefetch<gathers ? Access::read : Access::write>(list.address(run + ahead), lengths[run + ahead]);
            prefetch<gathers ? Access::write : Access::read>(dense + prefetch_distance, lengths[run]);
        }
        gathers ? std::memcpy(at(dense), list.at(run), lengths[run])
                : std::memcpy(list.at(run), at(dense), lengths[run]);
        dense += lengths[run];
    }
    return dense - begin;
}

} // namespace sartor::layout::kernels
