// The memory of messages that wait for their receives at the ranks of a worker.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/process.hpp"

namespace sartor::channel {

// An account for Cells. Above the limit, the sum of the limits of the worker's ranks, the ranks are
// congested: messages that are sent to them in standard mode wait at their sender for their receive, which
// MPI leaves open for each message (MPI-5.0 section 3.4). They are congested until half of the limit is free
// again, so that senders do not alternate.
class Backlog {
  public:
    // For the ranks that are served by this transport.
    explicit Backlog(const void* transport) noexcept : transport_(transport) {}

    void add(std::size_t bytes) noexcept { bytes_ += bytes; }
    void subtract(std::size_t bytes) noexcept { bytes_ -= bytes; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

    [[nodiscard]] bool is_above() noexcept { return bytes_ > limit(); }
    [[nodiscard]] bool is_below_half() noexcept { return bytes_ < limit() / 2; }
    // Tells the worker's ranks apart for their senders. O(ranks of the run).
    void mark(bool congested) noexcept {
        for_each_rank(
            [=](process::Rank& rank) { rank.congested.store(congested, std::memory_order_relaxed); });
    }

  private:
    template <class Visit>
    void for_each_rank(Visit visit) const noexcept {
        for (int number = 0; number < process::size(); ++number)
            if (process::rank(number).transport == transport_) visit(process::rank(number));
    }

    // Computed with the first cell, when all ranks have their workers.
    [[nodiscard]] std::size_t limit() noexcept {
        if (limit_ == SIZE_MAX) {
            limit_ = 0;
            for_each_rank([this](const process::Rank&) { limit_ += process::ranks.backlog_bytes; });
        }
        return limit_;
    }

    const void* transport_;
    std::size_t bytes_ = 0;
    std::size_t limit_ = SIZE_MAX;
};

} // namespace sartor::channel
