// What is known of failures in a run: which ranks have failed and in which order, which communicators were
// revoked, agreements, and contexts of communicators. In memory of this process, or in memory that all
// processes of the run share: whoever dies there leaves it as it is, so numbers are published last.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/shared_lock.hpp"

namespace sartor::process::failures {

// What is read and written in that memory by several.
struct Guard : SharedLock {
    explicit Guard(Word& word) noexcept;
};

class Memory {
  public:
    struct Fate {
        std::atomic<int> failure; // of the rank with this number: its own number, or 0
        std::atomic<int> failed;  // the rank of the failure that has this place
        std::atomic<bool> killed; // the rank fails in its next call
    };
    // Of a communicator that can't be used any more; `only`: see revoke().
    struct Revoked {
        int first;
        int contexts;
        int only;
    };
    static constexpr int most_revoked = 1 << 20;
    static constexpr int most_agreements = 1024;

    // For so many ranks, in bytes. Pages that nothing was written to take no memory.
    [[nodiscard]] static std::size_t bytes(int ranks) noexcept;
    // Zero at first, of bytes(ranks). Only the first call counts.
    static void use(void* memory, int ranks, bool is_shared) noexcept;

    SharedLock::Word lock;
    std::atomic<int> failures;
    std::atomic<int> revoked;
    std::atomic<int> agreements; // places that were used so far
    std::atomic<int> told;       // how often something was noted that all processes are to look at

    [[nodiscard]] Fate& fate(int index) noexcept;
    [[nodiscard]] Revoked& revoked_at(int index) noexcept;
    [[nodiscard]] void* agreement_at(int index) noexcept;
    // Bytes for each.
    [[nodiscard]] static std::size_t agreement_bytes(int ranks) noexcept;
};

// Null before use().
extern Memory* memory;
extern bool memory_is_shared;

// After something was noted in it: ranks that wait, in all processes, look again.
void tell_all() noexcept;

} // namespace sartor::process::failures
