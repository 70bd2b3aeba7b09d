// Which bytes of a window data have been copied to, by several ranks at a time.
#pragma once

#include <cstddef>
#include <cstring>

#include "components/file/pieces.hpp"

namespace sartor::file {

// Covered bytes, from `begin` to before `end`.
struct Stretch {
    std::size_t begin;
    std::size_t end;
};

// A mark for each granule of a window: all stretches begin and end at multiples of it. Ranks set different
// marks, so that no atomic operation is needed. The memory has a byte for each granule.
class Coverage {
  public:
    Coverage(char* marks, std::size_t granule, std::size_t bytes) noexcept
        : marks_(marks), granule_(granule), count_((bytes + granule - 1) / granule) {}

    void clear() noexcept { std::memset(marks_, 0, count_); }
    void add(std::size_t first, std::size_t bytes) noexcept {
        const std::size_t mark = first / granule_;
        const std::size_t marks = (first + bytes + granule_ - 1) / granule_ - mark;
        if (marks == 1)
            marks_[mark] = 1;
        else
            std::memset(marks_ + mark, 1, marks);
    }

    void add(const RegularRuns& runs) noexcept {
        for (std::size_t run = 0; run < runs.count; ++run) add(runs.first + run * runs.stride, runs.length);
    }

    // Calls visit(stretch) for each, in order, until it returns false.
    template <class Visit>
    void for_each_stretch(Visit visit) const noexcept {
        for (std::size_t at = find(0, 1); at < count_;) {
            const std::size_t end = find(at, 0);
            if (!visit(Stretch{at * granule_, end * granule_})) return;
            at = find(end, 1);
        }
    }

  private:
    // The first mark of this value at or behind `from`; behind the last if there is none.
    [[nodiscard]] std::size_t find(std::size_t from, int value) const noexcept {
        const void* found = from < count_ ? std::memchr(marks_ + from, value, count_ - from) : nullptr;
        return found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - marks_) : count_;
    }

    char* marks_;
    std::size_t granule_;
    std::size_t count_;
};

} // namespace sartor::file
