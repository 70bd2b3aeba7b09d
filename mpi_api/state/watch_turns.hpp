// Which operations are watched in programs built with --checked: a rank's first ones, and some of those that
// follow.
#pragma once

#include <cstdint>
#include <limits>

#include "runtime/process.hpp"

namespace sartor::mpi {

// Counts a rank's immediate and persistent sends and receives. Of those that are watched the buffers are
// compared with others in use and digested, and immediate sends wait for their receives; the rest is as
// without --checked. To watch a buffer takes as long as to send a short message, and a program that sends
// many does the same again and again: a mistake is among the first, or comes more than once (bursts of what
// runs often, all of what runs rarely: Marino, Musuvathi, Narayanasamy, "LiteRace", PLDI 2009). Operations
// are taken in rows, since buffers are compared with each other. A row and those that are passed over after
// it are together a prime number, so that no part of a loop is always passed over.
class WatchTurns {
  public:
    WatchTurns() noexcept : WatchTurns(process::watches_all()) {}
    explicit WatchTurns(bool all) noexcept : left_(all ? std::numeric_limits<std::uint64_t>::max() : first) {}

    static constexpr std::uint64_t first = 16384;
    static constexpr std::uint64_t row = 256;
    static constexpr std::uint64_t period = 8191;

    // Whether the next one is to be watched; counts it.
    [[nodiscard, gnu::always_inline]] bool takes_next() noexcept {
        if (left_ == 0) [[unlikely]]
            change();
        --left_;
        return watches_;
    }
    // Whether the next one is surely passed over. It is counted by takes_next(), or by pass_over().
    [[nodiscard]] bool passes_over_next() const noexcept { return !watches_ && left_ != 0; }
    void pass_over() noexcept { --left_; }

  private:
    [[gnu::cold, gnu::noinline]] void change() noexcept {
        watches_ = !watches_;
        left_ = watches_ ? row : period - row;
    }

    std::uint64_t left_;
    bool watches_ = true;
};

} // namespace sartor::mpi
