// Ranks that fail while the others go on, in programs that name functions of MPI for it (mpi_api/failures/):
// which ones, in which order, and which communicators were revoked. Linked into those programs alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "runtime/rank/rank.hpp"

namespace sartor::process::failures {

// Why an operation can't complete.
enum class Cause : std::uint8_t {
    none,
    peer_failed,
    peer_may_have_failed, // of a receive from any rank: one that could send has failed
    revoked
};

// Of a receive that ended by a cause, in place of the bytes of its message.
[[nodiscard]] constexpr std::size_t bytes_for(Cause cause) noexcept {
    return std::numeric_limits<std::size_t>::max() - static_cast<std::size_t>(cause);
}
[[nodiscard]] constexpr Cause cause_in(std::size_t bytes) noexcept {
    const std::size_t distance = std::numeric_limits<std::size_t>::max() - bytes;
    return distance <= static_cast<std::size_t>(Cause::revoked) ? static_cast<Cause>(distance) : Cause::none;
}

// How many failures and revocations this process knows of so far. What happened before one is seen by who
// reads its number; and what a process that has failed had sent before has arrived.
extern std::atomic<int> changes;
[[nodiscard]] inline bool any() noexcept {
    return changes.load(std::memory_order_acquire) != 0;
}

// Before ranks run. `clean_up` runs on the worker of a rank that fails, on its stack: it takes what the
// layers above have of the rank out of the way of others. Called once for each rank; the last one counts.
void set_up(void (*clean_up)(Rank& rank)) noexcept;

// Failures are numbered from 1 on, in the order in which they happen. How many this process knows of:
[[nodiscard]] int count() noexcept;
// A message says that a rank has failed, before this process knows which one: any() holds from now on.
void suspect() noexcept;
// How many there are, whether this process knows of them or not.
[[nodiscard]] int noted() noexcept;
[[nodiscard]] int rank_of(int failure) noexcept;
// 0: it has not failed.
[[nodiscard]] int failure_of(int rank) noexcept;
// Whether this process knows of it: errors are raised only for failures of which the program can ask.
[[nodiscard]] inline bool is_known(int failure) noexcept {
    return failure != 0 && failure <= count();
}

// The communicator with these contexts can't be used any more. Wakes all ranks. `only`: the rank that has it
// alone, since all ranks have an MPI_COMM_SELF with the same contexts; -1: all that have it.
void revoke(int first_context, int contexts, int only) noexcept;
// For the rank that runs here.
[[nodiscard]] bool is_revoked(int context) noexcept;

// The rank that runs here ends; all others are woken. `how` is a text for the report.
[[noreturn]] void fail(Rank& self, const char* how) noexcept;
// The same for any rank of this process: another one fails in its next call.
void kill(Rank& rank) noexcept;
// By the rank that runs here, in each call: fails if another one has asked for it.
void fail_if_killed(Rank& self) noexcept;

// The ranks of a process that has gone fail, `ranks` from `first` on; 0: others have noted what has happened.
// By the thread that listens to other processes, when all that a process that has gone had sent has been
// delivered here.
void note_failures(int first, int ranks) noexcept;

// For the function of the C library by which ranks signal each other: null where no failure is survived.
[[gnu::weak]] extern void (*const kill_survived)(Rank& rank) noexcept;

} // namespace sartor::process::failures
