// The order of messages and matches where a schedule chooses (choosing.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "runtime/process.hpp"

namespace sartor::communicator {

// Memory of a rank for a run whose matching a schedule chooses; the run ends where there is none.
template <class Object>
[[nodiscard]] Object* allocate_for_schedule(std::size_t number = 1) noexcept {
    void* memory = std::calloc(number, sizeof(Object));
    if (memory == nullptr) {
        process::report("no memory for a schedule");
        process::end_run(1);
    }
    return static_cast<Object*>(memory);
}

// What happened before what (vector clocks: Mattern, "Virtual Time and Global States of Distributed Systems",
// 1989): for each rank how many of its messages and matches are known here. A receive counts as known to its
// rank once it is matched. The memory is the owner's, who calls end().
class VectorClock {
  public:
    // The next event of this rank; its number.
    std::uint32_t count(int rank) noexcept { return ++counts()[rank]; }
    [[nodiscard]] std::uint32_t of(int rank) const noexcept { return counts_ != nullptr ? counts_[rank] : 0; }
    void join(const VectorClock& other) noexcept {
        if (other.counts_ == nullptr) return;
        for (int rank = 0; rank < process::most_ranks(); ++rank)
            if (counts()[rank] < other.counts_[rank]) counts()[rank] = other.counts_[rank];
    }
    void end() noexcept {
        std::free(counts_);
        counts_ = nullptr;
    }

  private:
    std::uint32_t* counts() noexcept {
        if (counts_ == nullptr)
            counts_ = allocate_for_schedule<std::uint32_t>(static_cast<std::size_t>(process::most_ranks()));
        return counts_;
    }
    std::uint32_t* counts_ = nullptr; // null: all are 0
};

} // namespace sartor::communicator
