// Which processes are on one computer.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace sartor::channel::fabric {

// Of those that a run began with, as far as the numbers of a computer are neighbours: a computer whose are
// not counts as several. Computers are numbered from 0 in the order of their processes.
class Computers {
  public:
    Computers() = default;
    Computers(const Computers&) = delete;
    Computers& operator=(const Computers&) = delete;

    // share(process): whether that process and the one before it are on one computer; for each but the first.
    // Without memory for that all are on one.
    template <class Share>
    void find(int processes, const Share& share) noexcept {
        auto* const firsts =
            static_cast<int*>(std::malloc(static_cast<std::size_t>(processes) * sizeof(int)));
        if (firsts == nullptr) return;
        firsts[0] = 0;
        count_ = 1;
        for (int process = 1; process < processes; ++process)
            if (!share(process)) firsts[count_++] = process;
        std::free(std::exchange(firsts_, firsts));
    }
    [[nodiscard]] int count() const noexcept { return count_; }
    // O(log computers).
    [[nodiscard]] int of(int process) const noexcept {
        if (count_ == 1) return 0;
        return static_cast<int>(std::upper_bound(firsts_, firsts_ + count_, process) - firsts_) - 1;
    }
    // Its first process.
    [[nodiscard]] int first(int computer) const noexcept { return computer == 0 ? 0 : firsts_[computer]; }

  private:
    int count_ = 1;
    int* firsts_ = nullptr; // until the process ends
};
extern Computers computers;

} // namespace sartor::channel::fabric
