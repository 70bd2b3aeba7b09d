// Accesses to one rank's part of a window since the last synchronization, for programs whose conflicting
// accesses are detected (MPI-5.0 section 12.7): a put and anything else, or an update and a get, at one byte.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "components/one_sided/spin_lock.hpp"

namespace sartor::one_sided {

enum class Use : std::uint8_t { put, get, update };

// One access to a contiguous range of memory.
struct AccessRecord {
    Use use = Use::get;
    int origin = 0;            // rank of the window
    std::int64_t epoch = 0;    // fences before it
    std::uintptr_t first = 0;  // address
    std::uintptr_t behind = 0; // the last byte
    const char* call = nullptr;
    const void* site = nullptr;

    [[nodiscard]] bool conflicts_with(const AccessRecord& other) const noexcept {
        const bool harmless = use == other.use && use != Use::put;
        return !harmless && epoch == other.epoch && first < other.behind && other.first < behind;
    }
};

// The last 1024 accesses: a conflict may be missed, but none is invented. Written by any rank that shares the
// memory, under a spin lock; O(records) for each access.
class AccessLog {
  public:
    // Notes an access unless it conflicts with an earlier one, which is copied to `other`: then false.
    [[nodiscard]] bool note(const AccessRecord& one, AccessRecord& other) noexcept {
        const SpinGuard guard(lock_);
        for (std::size_t index = 0; index < count_; ++index)
            if (records_[index].conflicts_with(one)) {
                other = records_[index];
                return false;
            }
        if (count_ < most)
            records_[count_++] = one;
        else
            records_[oldest_++ % most] = one;
        return true;
    }
    // A rank's accesses are complete: later ones are ordered after them.
    void forget(int origin) noexcept {
        remove_if([&](const AccessRecord& one) { return one.origin == origin; });
    }
    void forget_all() noexcept {
        remove_if([](const AccessRecord&) { return true; });
    }

  private:
    template <class Condition>
    void remove_if(Condition condition) noexcept {
        const SpinGuard guard(lock_);
        std::size_t kept = 0;
        for (std::size_t index = 0; index < count_; ++index)
            if (!condition(records_[index])) records_[kept++] = records_[index];
        count_ = kept;
        oldest_ = 0;
    }

    static constexpr std::size_t most = 1024;

    SpinLock lock_;
    std::size_t count_ = 0;
    std::size_t oldest_ = 0;
    std::array<AccessRecord, most> records_;
};

} // namespace sartor::one_sided
