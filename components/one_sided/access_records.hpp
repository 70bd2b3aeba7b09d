// The accesses to one rank's part of a window that may conflict with later ones.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "components/one_sided/access_record.hpp"

namespace sartor::one_sided {

// Bytes from the first to the last of some accesses.
struct SpanOfAccesses {
    void widen(const AccessRecord& one) noexcept {
        first = std::min(first, one.first);
        behind = std::max(behind, one.behind);
    }
    [[nodiscard]] bool overlaps(const AccessRecord& one) const noexcept {
        return first < one.behind && one.first < behind;
    }
    std::uint64_t first = ~std::uint64_t{0};
    std::uint64_t behind = 0;
};

// The last 1024, of them at most 256 that are complete.
class AccessRecords {
  public:
    void add(const AccessRecord& one) noexcept {
        if (count_ < most)
            records_[count_++] = one;
        else
            records_[oldest_++ % most] = one;
    }
    [[nodiscard]] AccessRecord* begin() noexcept { return records_.data(); }
    [[nodiscard]] AccessRecord* end() noexcept { return records_.data() + count_; }
    [[nodiscard]] const AccessRecord* begin() const noexcept { return records_.data(); }
    [[nodiscard]] const AccessRecord* end() const noexcept { return records_.data() + count_; }
    [[nodiscard]] bool is_empty() const noexcept { return count_ == 0; }

    // The condition gets each where it has been, and may change it.
    template <class Condition>
    void remove_if(Condition condition) noexcept {
        std::size_t kept = 0;
        for (std::size_t index = 0; index < count_; ++index) {
            if (condition(records_[index])) continue;
            if (kept != index) records_[kept] = records_[index];
            ++kept;
        }
        if (kept != count_) oldest_ = 0;
        count_ = kept;
    }
    // Of complete accesses those that their rank has made again, from `first` on; and the oldest of too many.
    void forget_complete(const AccessRecord* first) noexcept {
        std::ptrdiff_t complete =
            std::count_if(begin(), end(), [](const AccessRecord& one) { return one.is_complete; });
        remove_if([&, last = static_cast<const AccessRecord*>(end())](const AccessRecord& one) {
            if (!one.is_complete || &one >= first) return false;
            const bool is_made_again = std::any_of(first, last, [&](const AccessRecord& later) {
                return later.is_complete && later.origin == one.origin && later.use == one.use &&
                       later.first <= one.first && later.behind >= one.behind;
            });
            if (!is_made_again && complete <= most_complete) return false;
            --complete;
            return true;
        });
    }

  private:
    static constexpr std::size_t most = 1024;
    static constexpr std::ptrdiff_t most_complete = 256;

    std::size_t count_ = 0;
    std::size_t oldest_ = 0;
    std::array<AccessRecord, most> records_;
};

} // namespace sartor::one_sided
