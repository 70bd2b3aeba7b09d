// A wait for something that no rank may ever do, and that can end with an error instead: MPI_Comm_connect to
// a port at which nobody accepts. When the run stands still, these waits end, and no deadlock is reported.
#pragma once

#include <atomic>

namespace sartor::process {

struct Rank;

// Ends all waits of this process that are not over yet. False: there was none. By who has found that nothing
// is under way. Linked where there can be such waits; null elsewhere.
[[gnu::weak]] bool end_retractable_waits() noexcept;
// Whether there is one that is not over.
[[gnu::weak]] bool has_retractable_waits() noexcept;

// Of the rank that runs here, from its construction to its destruction. Any number at once.
class RetractableWait {
  public:
    RetractableWait() noexcept;
    ~RetractableWait();
    RetractableWait(const RetractableWait&) = delete;
    RetractableWait& operator=(const RetractableWait&) = delete;

    // The run stood still: the rank was woken.
    [[nodiscard]] bool is_over() const noexcept { return is_over_.load(std::memory_order_acquire); }

  private:
    friend bool end_retractable_waits() noexcept;
    friend bool has_retractable_waits() noexcept;

    Rank& rank_;
    RetractableWait* next_ = nullptr;
    std::atomic<bool> is_over_{false};
};

} // namespace sartor::process
