// Polls that find nothing: whom ranks let run then, and when the worker leaves its core to others.
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/process_state.hpp"
#include "runtime/scheduler/cycles.hpp"
#include "runtime/scheduler/kept_errno.hpp"
#include "runtime/scheduler/worker.hpp"

namespace sartor::process {

namespace {

// A rank that does nothing but poll sleeps for so long at a time, and polls for so long in between.
struct Pace {
    std::int64_t sleep;  // nanoseconds
    std::uint64_t polls; // cycles
};
// On a core of its worker's own that processes outside of the run use, too: it has half of the core, even if
// it works between its polls, as it would get beside one of them.
constexpr Pace among_strangers = {200'000, 500'000};
// On a core that the run's processes share: what it waits for may be made by one that needs the core.
constexpr Pace among_others_of_the_run = {150'000, 100'000};

} // namespace

// No other rank of this worker can run. Where nobody else can send anything either, the rank polls between
// steps of its work, and goes on.
inline void Worker::poll_in_vain() noexcept {
    // More threads than cores: another one has to run first.
    if (state.own_threads && others_ == Others::on_shared_cores)
        return static_cast<void>(syscall(SYS_sched_yield));
    if (++vain_polls_ % vain_looks_a_note == 0 && others_ != Others::none) look_at_vain_polls();
}

void Worker::give_way(Rank& self) noexcept {
    if (state.schedule != nullptr) return yield(self);
    if (!notices_.looks_empty() || sleepers_ != nullptr) collect_notices_and_sleepers();
    if (ready_.empty()) return poll_in_vain();
    if (poll_turns_.is_over(ready_)) take_turns(self);
}

void Worker::yield(Rank& self) noexcept {
    if (state.schedule != nullptr) {
        state.schedule->add(self);
        return switch_to_next(self);
    }
    collect();
    ready_.empty() ? poll_in_vain() : take_turns(self);
}

void Worker::take_turns(Rank& self) noexcept {
    poll_turns_.leave(self, ready_);
    ready_.push(self);
    switch_to_next(self);
    poll_turns_.come_back(self);
}

// The first of these polls in a wait reads the clock, the others compare.
void Worker::look_at_clock(int looks) noexcept {
    const std::uint64_t time = clock_cycles();
    if (looks == vain_looks_a_note) return core_share_.begin(time);
    if (core_share_.look(time)) spin_turns_ = few_spin_turns_;
}
void Worker::return_to_own_core() noexcept {
    if (spin_turns_ != own_spin_turns_ && core_share_.is_over(clock_cycles())) spin_turns_ = own_spin_turns_;
}

// On a core that is wanted the rank sleeps now and then: otherwise it uses up its share, and is interrupted
// for whole time slices when there is something to do. What comes wakes it up.
void Worker::look_at_vain_polls() noexcept {
    // In cycles. Polls further apart have work in between.
    constexpr std::uint64_t work = vain_looks_a_note << 10;
    const bool shared = others_ == Others::on_shared_cores;
    const Pace& pace = shared ? among_others_of_the_run : among_strangers;
    const std::uint64_t time = clock_cycles();
    const bool dense = time - last_vain_polls_ < work;
    if (core_share_.look(time) && !shared) spin_turns_ = few_spin_turns_;
    last_vain_polls_ = time;
    if (!dense) vain_since_ = time;
    const bool wanted = shared || spin_turns_ != own_spin_turns_;
    if (wanted && time - vain_since_ >= pace.polls) sleep_between_polls(pace.sleep);
}

void Worker::sleep_between_polls(std::int64_t nanoseconds) noexcept {
    const KeptErrno errno_of_rank;
    polls_.store(true, std::memory_order_seq_cst);
    idle_wait_.doze([this] { return collect() || !ready_.empty(); }, nanoseconds);
    polls_.store(false, std::memory_order_seq_cst);
    return_to_own_core();
    vain_since_ = last_vain_polls_ = clock_cycles();
    core_share_.begin(vain_since_);
}

} // namespace sartor::process
