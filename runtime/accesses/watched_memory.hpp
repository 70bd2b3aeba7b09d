// Memory of which a program's loads and stores are looked at, in programs built with sartor cc --checked:
// buffers of operations under way, and parts of windows. A program's compiler calls a function at each load
// and store (image/parts/loads_and_stores.cpp); most are over after one look at this table.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sartor::process {

// How many watched stretches have a byte in a line of memory, or in a page, by their numbers modulo the
// tables' sizes: memory that is not watched may be taken for watched, which costs a search, but never the
// other way round while fewer than 65,536 stretches share a number. Short stretches are noted by lines, long
// ones by pages. 80 KiB, which all ranks of the process share.
class WatchedMemory {
  public:
    // Before the first begin(): some of the program was compiled so that its loads and stores are seen.
    // Without that nothing is counted. Each rank calls it before it begins anything, and the first to do so
    // writes; not atomic, so that a look is one comparison with memory.
    void look() noexcept {
        if (!__atomic_load_n(&is_looked_at_, __ATOMIC_RELAXED))
            __atomic_store_n(&is_looked_at_, true, __ATOMIC_RELAXED);
    }
    [[nodiscard, gnu::always_inline]] bool is_looked_at() const noexcept { return is_looked_at_; }

    [[gnu::always_inline]] void begin(std::uintptr_t first, std::uintptr_t behind) noexcept {
        if (is_looked_at()) count(first, behind, 1);
    }
    [[gnu::always_inline]] void end(std::uintptr_t first, std::uintptr_t behind) noexcept {
        if (is_looked_at()) count(first, behind, -1);
    }

    // Some memory is loaded and stored by several ranks.
    void share() noexcept { is_shared_.store(true, std::memory_order_release); }
    [[nodiscard]] bool is_shared() const noexcept { return is_shared_.load(std::memory_order_acquire); }

    [[nodiscard]] bool may_have_some(std::uintptr_t first, std::uintptr_t behind) const noexcept {
        for (std::uintptr_t one = first; one < behind; one = ((one >> line_bits) + 1) << line_bits)
            if (may_have(one)) return true;
        return false;
    }
    [[nodiscard, gnu::always_inline]] bool may_have(std::uintptr_t address) const noexcept {
        return (lines_[(address >> line_bits) % lines].load(std::memory_order_relaxed) |
                pages_[(address >> page_bits) % pages].load(std::memory_order_relaxed)) != 0;
    }

  private:
    static constexpr unsigned line_bits = 6, page_bits = 12;
    static constexpr std::size_t lines = std::size_t{1} << 15, pages = std::size_t{1} << 13;
    static constexpr std::uintptr_t most_by_lines = std::uintptr_t{16} << page_bits;
    using Counts = std::atomic<std::uint16_t>;

    static void add(Counts* counts, std::size_t size, std::uintptr_t first, std::uintptr_t last,
                    int change) noexcept {
        if (last - first >= size) last = first + size - 1; // each has it
        for (std::uintptr_t one = first; one <= last; ++one)
            counts[one % size].fetch_add(static_cast<std::uint16_t>(change), std::memory_order_relaxed);
    }
    [[gnu::noinline]] void count(std::uintptr_t first, std::uintptr_t behind, int change) noexcept {
        if (behind <= first) return;
        if (behind - first <= most_by_lines)
            add(lines_, lines, first >> line_bits, (behind - 1) >> line_bits, change);
        else
            add(pages_, pages, first >> page_bits, (behind - 1) >> page_bits, change);
    }

    bool is_looked_at_ = false;
    std::atomic<bool> is_shared_{false};
    Counts lines_[lines];
    Counts pages_[pages];
};

// A load or a store of a rank's program, and its place: the address behind the call of the compiler's
// function. `polls`: it is atomic or volatile, as where programs wait for each other.
struct Access {
    std::uintptr_t first;
    std::uintptr_t behind;
    bool is_store;
    const void* place;
    bool polls = false;
    bool frees = false; // the block is the program's no more
};

} // namespace sartor::process

extern "C" {
extern sartor::process::WatchedMemory sartor_rank_watched_memory;
// Of memory that may be watched.
void sartor_rank_accesses(const void* first, std::size_t bytes, bool is_store, const void* place) noexcept;
// A block is about to be freed, of memory that may be watched.
void sartor_rank_frees(const void* first, std::size_t bytes, const void* place) noexcept;
// The same for an atomic or volatile access, before it; of no bytes, where threads may meet those of other
// ranks.
void sartor_rank_polls(const volatile void* first, std::size_t bytes, bool is_store,
                       const void* place) noexcept;
}
