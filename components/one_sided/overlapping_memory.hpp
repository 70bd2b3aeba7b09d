// Parts of several windows that have some memory in common, in programs whose conflicting accesses are
// detected.
#pragma once

#include <atomic>
#include <cstddef>

#include "components/one_sided/spin_lock.hpp"

namespace sartor::one_sided {

// One part's memory. Parts of the process that share bytes with others know that they do: a look at a flag
// where they do not.
class PartMemory {
  public:
    void enter(char* base, std::size_t bytes) noexcept {
        base_ = base;
        bytes_ = bytes;
        if (bytes == 0) return;
        const SpinGuard guard(lock_);
        for (PartMemory* one = all_; one != nullptr; one = one->next_)
            if (overlaps(*one)) one->has_others_ = has_others_ = true;
        next_ = all_;
        all_ = this;
    }
    void leave() noexcept {
        const SpinGuard guard(lock_);
        PartMemory** link = &all_;
        while (*link != nullptr && *link != this) link = &(*link)->next_;
        if (*link != nullptr) *link = next_;
    }
    [[nodiscard]] bool has_others() const noexcept { return has_others_.load(std::memory_order_relaxed); }
    [[nodiscard]] char* base() const noexcept { return base_; }

    // visit(part) for the others until it returns true; they stay until it returns.
    template <class Visit>
    [[nodiscard]] bool find_other(Visit visit) const noexcept {
        const SpinGuard guard(lock_);
        for (PartMemory* one = all_; one != nullptr; one = one->next_)
            if (one != this && overlaps(*one) && visit(*one)) return true;
        return false;
    }

  private:
    [[nodiscard]] bool overlaps(const PartMemory& other) const noexcept {
        return base_ < other.base_ + other.bytes_ && other.base_ < base_ + bytes_;
    }

    inline static SpinLock lock_; // before that of a log
    inline static PartMemory* all_ = nullptr;

    PartMemory* next_ = nullptr;
    char* base_ = nullptr;
    std::size_t bytes_ = 0;
    std::atomic<bool> has_others_{false};
};

} // namespace sartor::one_sided
