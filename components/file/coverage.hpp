// Which bytes of a window data have been copied to, by several ranks at a time.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace sartor::file {

// A bit for each byte, all unset. Null: no memory. Freed by std::free().
[[nodiscard]] inline std::atomic<std::uint64_t>* make_coverage(std::size_t bytes) noexcept {
    return static_cast<std::atomic<std::uint64_t>*>(std::calloc(bytes / 64 + 1, sizeof(std::uint64_t)));
}

// Sets the bits of `bytes` bytes from `first` on.
inline void cover(std::atomic<std::uint64_t>* covered, std::size_t first, std::size_t bytes) noexcept {
    const std::size_t end = first + bytes;
    constexpr std::uint64_t all = ~std::uint64_t{0};
    std::size_t word = first / 64;
    std::uint64_t mask = all << first % 64;
    for (; word < end / 64; ++word, mask = all)
        mask == all ? covered[word].store(all, std::memory_order_relaxed)
                    : static_cast<void>(covered[word].fetch_or(mask, std::memory_order_relaxed));
    if (end % 64 != 0) covered[word].fetch_or(mask & ~(all << end % 64), std::memory_order_relaxed);
}

inline void uncover(std::atomic<std::uint64_t>* covered, std::size_t bytes) noexcept {
    for (std::size_t word = 0; word < bytes / 64 + 1; ++word)
        covered[word].store(0, std::memory_order_relaxed);
}

// Covered bytes, from `begin` to before `end`.
struct Stretch {
    std::size_t begin;
    std::size_t end;
};

// The first byte at or behind `from` whose bit is `wanted`; `bytes` if there is none before.
[[nodiscard]] inline std::size_t find(const std::atomic<std::uint64_t>* covered, std::size_t from,
                                      std::size_t bytes, bool wanted) noexcept {
    while (from < bytes) {
        std::uint64_t word = covered[from / 64].load(std::memory_order_relaxed);
        if (!wanted) word = ~word;
        word >>= from % 64;
        if (word != 0) {
            const std::size_t found = from + static_cast<std::size_t>(std::countr_zero(word));
            return found < bytes ? found : bytes;
        }
        from = (from / 64 + 1) * 64;
    }
    return bytes;
}

// Calls visit(stretch) for each, in order, until it returns false.
template <class Visit>
void for_each_stretch(const std::atomic<std::uint64_t>* covered, std::size_t bytes, Visit visit) noexcept {
    for (std::size_t at = find(covered, 0, bytes, true); at < bytes;) {
        const std::size_t end = find(covered, at, bytes, false);
        if (!visit(Stretch{at, end})) return;
        at = find(covered, end, bytes, true);
    }
}

} // namespace sartor::file
