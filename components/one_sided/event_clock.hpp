// Which events of each rank are known somewhere: a vector clock (Mattern, "Virtual Time and Global States of
// Distributed Systems", 1989). Events are accesses to windows, counted by each rank.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/library_memory.hpp"
#include "runtime/process.hpp"

namespace sartor::one_sided {

// What travels with a message: a rank of the process, and a number of what it had published.
struct EventStamp {
    std::int32_t rank = -1; // -1: nothing is told
    std::uint32_t number = 0;
};

// For each rank of the process the last of its events that is known. The owner calls end(). Without memory
// nothing is known, so the run ends.
class EventClock {
  public:
    [[nodiscard]] std::uint32_t of(int rank) const noexcept { return last_ != nullptr ? last_[rank] : 0; }
    // The rank's event is known. Whether it was news.
    bool learn(int rank, std::uint32_t event) noexcept {
        if (of(rank) >= event) return false;
        last()[rank] = event;
        return true;
    }
    bool join(const EventClock& other) noexcept {
        if (other.last_ == nullptr || &other == this) return false;
        bool news = false;
        for (int rank = 0; rank < process::size(); ++rank) news |= learn(rank, other.last_[rank]);
        return news;
    }
    void become(const EventClock& other) noexcept {
        for (int rank = 0; other.last_ != nullptr && rank < process::size(); ++rank)
            last()[rank] = other.last_[rank];
    }
    void end() noexcept {
        std::free(last_);
        last_ = nullptr;
    }

  private:
    [[nodiscard]] std::uint32_t* last() noexcept {
        if (last_ != nullptr) return last_;
        last_ = static_cast<std::uint32_t*>(
            allocate_zeros_for_library(static_cast<std::size_t>(process::most_ranks()), sizeof *last_));
        if (last_ == nullptr) {
            process::report("no memory for the order of accesses to windows");
            process::end_run(1);
        }
        return last_;
    }

    std::uint32_t* last_ = nullptr; // null: nothing is known
};

} // namespace sartor::one_sided
