// How much memory the messages take that wait for their receives at the ranks of a worker.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "components/process/process.hpp"

namespace sartor::channel {

// An account of cells (see Cells). Above the limit, which is the ranks' together, they are congested: what is
// sent to them in standard mode waits for its receive, at its sender. MPI leaves that open for each message
// (MPI-5.0 section 3.4). It ends when half of the limit is free again, so that senders don't change to and
// fro.
class Backlog {
  public:
    // Of the ranks that have this transport.
    explicit Backlog(const void* transport) noexcept : transport_(transport) {}

    void add(std::size_t bytes) noexcept { bytes_ += bytes; }
    void subtract(std::size_t bytes) noexcept { bytes_ -= bytes; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

    [[nodiscard]] bool is_above() noexcept { return bytes_ > limit(); }
    [[nodiscard]] bool is_below_half() noexcept { return bytes_ < limit() / 2; }
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

    // Known when all ranks have their workers: from the first cell on.
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
