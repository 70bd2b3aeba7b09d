// How much memory the messages take that wait at a rank for their receives.
#pragma once

#include <atomic>
#include <cstddef>

#include "components/process/process.hpp"

namespace sartor::communicator {

// An account of cells (see Cells). Above the limit the rank is congested: what is sent to it in standard mode
// waits for its receive, at its sender. MPI leaves that open for each message (MPI-5.0 section 3.4). It ends
// when half of the limit is free again, so that senders don't change to and fro.
class Backlog {
  public:
    void add(std::size_t bytes, process::Rank& rank) noexcept {
        rank_ = &rank;
        bytes_ += bytes;
        if (bytes_ > process::ranks.backlog_bytes) rank.congested.store(true, std::memory_order_relaxed);
    }
    void subtract(std::size_t bytes) noexcept {
        bytes_ -= bytes;
        if (bytes_ < process::ranks.backlog_bytes / 2)
            rank_->congested.store(false, std::memory_order_relaxed);
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  private:
    std::size_t bytes_ = 0;
    process::Rank* rank_ = nullptr; // known from the first cell on
};

} // namespace sartor::communicator
