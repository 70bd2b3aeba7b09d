// Scheduling: who runs next on a worker, how ranks of other workers are woken, when a worker sleeps.
#include "runtime/scheduler/worker.hpp"

#include <cerrno>
#include <ctime>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/architecture/processor.hpp"
#include "runtime/output/output.hpp"
#include "runtime/peers.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/openmp_state.hpp"
#include "runtime/rank/thread_data.hpp"
#include "runtime/reports/crash.hpp"
#include "runtime/scheduler/kept_errno.hpp"
#include "runtime/scheduler/pause.hpp"
#include "runtime/scheduler/processors.hpp"
#include "runtime/threads/stuck.hpp"

namespace sartor::process {

// Linked into executables alone whose programs start threads that may call MPI.
extern "C" [[gnu::weak]] void sartor_sleep_among_threads(IdleWait<>& idle_wait, Look look) noexcept;

constinit thread_local Rank* current __attribute__((tls_model(SARTOR_THREAD_LOCAL_MODEL))) = nullptr;
Census<> census;
template class IdleWait<RealSleep>;

bool SleepOfWorkers::sleep(EventCount<>& events, EventCount<>::Count so_far,
                           std::int64_t nanoseconds) noexcept {
    if (peers != nullptr && peers->sleep != nullptr) return peers->sleep(events, so_far, nanoseconds);
    events.sleep(so_far, nanoseconds);
    return false;
}

void SleepOfWorkers::wake(EventCount<>& events) noexcept {
    if (peers != nullptr && peers->wake != nullptr) return peers->wake();
    events.wake(1);
}

// A worker with a core to itself looks into memory for a while before it sleeps; where workers share cores,
// others need the time.
void Worker::set_up(Processors processors, Others others, void* transport) noexcept {
    constexpr int looks = 2000;
    processors_ = processors;
    others_ = others;
    const int look_cost = peers != nullptr ? peers->look_cost : 1;
    spin_turns_ = own_spin_turns_ = others == Others::on_own_cores ? looks / look_cost : 0;
    few_spin_turns_ /= look_cost;
    transport_ = transport;
}

void Worker::assign(Rank& rank) noexcept {
    rank.worker = this;
    rank.transport = transport_;
    rank.notice.rank = &rank;
    if (live_ == 0) first_rank = rank.number;
    end_rank = rank.number + 1;
    state.schedule != nullptr ? state.schedule->add(rank) : ready_.push(rank);
    ++live_;
}

void Worker::bind() const noexcept {
    if (processors_.count == 0 || *processors_.first < 0) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int index = 0; index < processors_.count; ++index) CPU_SET(processors_.first[index], &set);
    if (!set_processors(set))
        report("core %d can't be used by this process: its worker is left unbound", *processors_.first);
}

void Worker::run() noexcept {
    thread_number_ = gettid();
    bind();
    errno_ = &errno;
    if (state.exchanges_openmp) openmp_ = openmp::of_thread();
    exchanges_data_ = openmp_ != nullptr;
    const SignalStack signal_stack;
    thread_context_.adopt_thread();
    if (live_ == 0) return;
    Rank* first = state.schedule != nullptr ? &scheduled_next() : ready_.pop();
    current = first;
    first->run_state.store(RunState::running, std::memory_order_relaxed);
    state.prepare_fiber(*first);
    if (openmp_ != nullptr) openmp::load(first->number, openmp_);
    Context::switch_to(thread_context_, first->context);
    if (openmp_ != nullptr) openmp::clear(openmp_);
    current = nullptr;
    if (state.program->serve != nullptr) state.program->serve(*this);
}

void Worker::exchange_data(Rank& self, Rank& other) noexcept {
    if (openmp_ != nullptr) {
        openmp::save(self.number, openmp_);
        openmp::load(other.number, openmp_);
    }
    if (&thread_data::exchange != nullptr) thread_data::exchange(other);
}

// What a rank owns of its thread is saved when it leaves and put back when it returns.
inline void Worker::go_on(Rank& self, Rank& other) noexcept {
    if (!other.context.prepared()) [[unlikely]]
        state.prepare_fiber(other);
    self.saved_errno = *errno_;
    if (exceptions_ == nullptr) exceptions_ = exception_state_of_thread();
    if (exceptions_ != nullptr) {
        self.exceptions = *exceptions_;
        *exceptions_ = {nullptr, 0};
    }
    if (exchanges_data_) [[unlikely]]
        exchange_data(self, other);
    current = &other;
    Context::switch_to(self.context, other.context);
    if (exceptions_ != nullptr) *exceptions_ = self.exceptions;
    *errno_ = self.saved_errno;
}

// The frequent change of rank: all of it is in this one function, except for rare cases.
void Worker::block(Rank& self) noexcept {
    const RunState run_state = self.run_state.load(std::memory_order_relaxed);
    if (run_state == RunState::running) [[likely]] {
        self.run_state.store(RunState::blocked, std::memory_order_relaxed);
        if (self.context.stack().overflowed()) [[unlikely]]
            end_overflowed(self);
        Rank& other = choose_next();
        if (&other != &self) [[likely]]
            go_on(self, other);
    } else if (run_state == RunState::blocked) [[unlikely]] {
        end_threads_at_once(self);
    }
    self.run_state.store(RunState::running, std::memory_order_relaxed);
}

void Worker::switch_to_next(Rank& self) noexcept {
    if (self.context.stack().overflowed()) end_overflowed(self);
    Rank& other = next();
    if (&other != &self) go_on(self, other);
}

// A worker of one rank has no others to run meanwhile. In the system's call it is seen that the wait ends by
// itself (threads/stuck.hpp).
static void sleep_alone(std::int64_t nanoseconds) noexcept {
    constexpr std::int64_t second = 1'000'000'000;
    const timespec time{nanoseconds / second, nanoseconds % second};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nullptr);
}

void Worker::sleep(Rank& self, std::int64_t nanoseconds) noexcept {
    if (state.schedule != nullptr) {
        state.schedule->sleep(self, nanoseconds);
        return switch_to_next(self);
    }
    if (state.own_threads) return sleep_alone(nanoseconds);
    const std::int64_t time = now() + nanoseconds;
    self.wake_time = time;
    Rank** link = &sleepers_;
    while (*link != nullptr && (*link)->wake_time <= time) link = &(*link)->next;
    self.next = *link;
    *link = &self;
    switch_to_next(self);
}

void Worker::leave(Rank& self) noexcept {
    if (self.context.stack().overflowed()) end_overflowed(self);
    self.ended = true;
    --live_;
    if (live_ == 0) {
        pause_of_workers.leave_out();
        if (state.program->serve == nullptr) {
            idle_wait_.finish();
            if (census.add()) check_for_deadlock();
        }
        Context::leave_to(self.context, thread_context_);
    }
    Rank& other = next();
    if (!other.context.prepared()) state.prepare_fiber(other);
    if (exchanges_data_) exchange_data(self, other);
    current = &other;
    Context::leave_to(self.context, other.context);
}

// The notice is posted until it is collected: further wake-ups need none of their own.
void Worker::notify_from_afar(Rank& rank) noexcept {
    if (rank.notice.posted.exchange(true, std::memory_order_acq_rel)) return;
    notices_.post(rank.notice);
    rouse();
}

void Worker::request_pause() noexcept {
    if (!pause_.posted.exchange(true, std::memory_order_acq_rel)) notices_.post(pause_);
    rouse();
}

// True when something has changed for a rank of this worker.
bool Worker::collect() noexcept {
    const bool any = !notices_.looks_empty();
    if (any || sleepers_ != nullptr) collect_notices_and_sleepers();
    changes_ = 0;
    return state.program->collect(transport_) || any;
}

void Worker::collect_notices_and_sleepers() noexcept {
    if (!notices_.looks_empty()) collect_notices();
    if (sleepers_ != nullptr) collect_sleepers();
}

void Worker::collect_notices() noexcept {
    Notice* oldest = notices_.collect();
    while (oldest != nullptr) {
        Notice* rest = oldest->next;
        oldest->posted.exchange(false, std::memory_order_acq_rel); // what was done before is seen after this
        if (oldest->rank != nullptr) [[likely]]
            notify(*oldest->rank);
        else
            pause_of_workers.take();
        oldest = rest;
    }
}

void Worker::collect_sleepers() noexcept {
    const std::int64_t time = now();
    while (sleepers_ != nullptr && sleepers_->wake_time <= time) {
        Rank* rank = sleepers_;
        sleepers_ = rank->next;
        ready_.push(*rank);
    }
}

// The next rank to run; waits, on the stack of the one that gave up the worker, until there is one. While
// others are ready the transport can wait, but not for ever: they may never be done with each other.
[[gnu::always_inline]] inline Rank& Worker::choose_next() noexcept {
    if (state.schedule != nullptr) [[unlikely]]
        return scheduled_next();
    if (!notices_.looks_empty() || sleepers_ != nullptr) [[unlikely]]
        collect_notices_and_sleepers();
    if (++changes_ == changes_a_look) collect();
    Rank* rank = ready_.pop();
    return rank != nullptr ? *rank : wait_for_next();
}

Rank& Worker::next() noexcept {
    return choose_next();
}

Rank& Worker::wait_for_next() noexcept {
    for (;;) {
        if (!collect() && ready_.empty() && !spin()) sleep_until_roused();
        if (Rank* rank = ready_.pop()) return *rank;
    }
}

Rank& Worker::scheduled_next() noexcept {
    if (pause_of_workers.is_requested()) [[unlikely]]
        pause_of_workers.take();
    for (;;) {
        if (Rank* rank = state.schedule->next()) return *rank;
        flush_output();
        break_or_report_deadlock(); // a rank is left that nothing can wake
    }
}

// Polls for a short time before sleeping: a message from a rank that runs elsewhere is often on its way.
bool Worker::spin() noexcept {
    for (int turn = 0; turn < spin_turns_; ++turn) {
        if (collect() || !ready_.empty()) return true;
        note_vain_looks(turn + 1);
        architecture::Processor::pause();
    }
    return false;
}

void Worker::sleep_until_roused() noexcept {
    if (peers == nullptr) [[likely]]
        return sleep_here();
    peers->worker_sleeps();
    sleep_here();
    peers->worker_wakes();
}

void Worker::sleep_here() noexcept {
    const KeptErrno errno_of_rank;
    flush_output();
    return_to_own_core();
    const auto look = [this] { return collect() || !ready_.empty(); };
    if (state.own_threads && &sartor_sleep_among_threads != nullptr)
        return sartor_sleep_among_threads(idle_wait_, {[](void* worker) {
                                                           auto& self = *static_cast<Worker*>(worker);
                                                           return self.collect() || !self.ready_.empty();
                                                       },
                                                       this});
    if (sleepers_ == nullptr) return idle_wait_.sleep(census, look, &check_for_deadlock);
    const std::int64_t limit = sleepers_->wake_time - now();
    if (limit > 0) idle_wait_.doze(look, limit);
}

} // namespace sartor::process
