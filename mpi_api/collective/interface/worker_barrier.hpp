// Ranks of one worker that wait for each other in a collective call, without messages.
#pragma once

#include <cstdint>

#include "mpi_api/point_to_point/messages/messages.hpp"
#include "runtime/rank/strided_ranks.hpp"
#include "runtime/scheduler/arrivals.hpp"

namespace sartor::mpi {

// Who waits for whom: ranks of the process at equal distances on one worker, the first of them the leader.
struct WorkerBarrier {
    int context;
    int tag;
    int leader;
    int stride;
    int members;

    [[nodiscard]] bool is_same(const WorkerBarrier& other) const noexcept {
        return context == other.context && tag == other.tag && leader == other.leader;
    }
};

// A rank's part in one worker barrier, from its arrival until its release. On the rank's stack; others of its
// worker refer to it.
template <class Program>
class Attendance {
  public:
    Attendance(const process::StridedRanks& row, int context, int tag) noexcept
        : row_(row), begin_(row.begin()), barrier_{context, tag, row.in_process(begin_), row.stride(),
                                                   row.end() - begin_} {
        // No message is matched with it: reports take from it which call the rank waits in.
        stand_in_.envelope.header = {begin_, tag, context};
        arrival_.rank = process::current;
        arrival_.call =
            std::uint64_t{static_cast<std::uint32_t>(context)} << 32 | static_cast<std::uint32_t>(tag);
        arrival_.leader = barrier_.leader;
        arrival_.over = &stand_in_.complete;
    }
    Attendance(const Attendance&) = delete;
    Attendance& operator=(const Attendance&) = delete;

    // Arrives and waits. Returns true at the leader when all ranks of its worker have arrived (with one
    // worker, at the last to arrive), false at the others when they are released.
    [[nodiscard]] bool arrive(RankState<Program>& state) noexcept {
        process::Rank& self = *process::current;
        const bool all_here = self.worker->arrivals.add(arrival_, barrier_.members);
        if (all_here && (self.number == barrier_.leader || workers() == 1)) return true;
        if (all_here) notify_leader();
        state.awaited.barrier = &barrier_;
        state.communicator.wait(stand_in_);
        state.awaited.barrier = nullptr;
        state.communicator.count_delivery();
        return arrival_.leads;
    }

    // By the rank for which arrive() returned true: the others continue. O(ranks of the worker), no system
    // call unless one sleeps.
    void release() noexcept {
        for (process::Arrival* arrival = arrival_.first; arrival != nullptr; arrival = arrival->next)
            if (arrival != &arrival_) end_wait(*arrival);
    }

    // The ranks of the communicator on this worker: begin() to end() - 1.
    [[nodiscard]] int begin() const noexcept { return begin_; }
    [[nodiscard]] int end() const noexcept { return begin_ + barrier_.members; }
    [[nodiscard]] int workers() const noexcept { return row_.workers(); }
    [[nodiscard]] int own_worker() const noexcept { return row_.own_worker(); }
    [[nodiscard]] int leader_of(int worker) const noexcept { return row_.begin_of(worker); }

  private:
    static void end_wait(const process::Arrival& arrival) noexcept {
        *arrival.over = true;
        arrival.rank->worker->notify(*arrival.rank);
    }
    void notify_leader() noexcept {
        process::Arrival* arrival = arrival_.first;
        while (arrival->rank->number != barrier_.leader) arrival = arrival->next;
        arrival->leads = true;
        end_wait(*arrival);
    }

    process::StridedRanks row_;
    int begin_;
    WorkerBarrier barrier_;
    receiving<Program> stand_in_;
    process::Arrival arrival_;
};

namespace internal {

// For reports of deadlocks: the first rank of the process that has not arrived; the leader when all have.
template <class Program>
[[nodiscard]] int missing_from(const WorkerBarrier& barrier) noexcept {
    for (int member = 0; member < barrier.members; ++member) {
        const int number = barrier.leader + member * barrier.stride;
        const auto& state = process::state_of<const RankState<Program>>(process::rank(number));
        const WorkerBarrier* other = state.awaited.barrier;
        if (other == nullptr || !barrier.is_same(*other)) return number;
    }
    return barrier.leader;
}

} // namespace internal

} // namespace sartor::mpi
