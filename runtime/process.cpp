// What ranks call: to wait, to wake each other, to end.
#include "runtime/process.hpp"

#include <atomic>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/image/image.hpp"
#include "runtime/output/output.hpp"
#include "runtime/peers.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/exit_handlers.hpp"
#include "runtime/reports/one_report.hpp"

namespace sartor::process {

State state;
Ranks ranks;
const Peers* peers = nullptr;
CommonClock common_clock;

bool all_ended_here() noexcept {
    return state.workers_ended.load() == state.worker_count;
}
void rouse_workers() noexcept {
    for (int index = 0; index < state.worker_count; ++index) state.workers[index].rouse();
}

bool program_has_threads() noexcept {
    return state.has_threads;
}
bool any_thread_may_call() noexcept {
    return state.own_threads || state.foreign != nullptr;
}
bool may_call_here() noexcept {
    return any_thread_may_call() || on_main_thread();
}
bool on_main_thread() noexcept {
    return pthread_equal(pthread_self(), current->worker->thread) != 0 && !current->beside_main;
}

void block() noexcept {
    current->worker->block(*current);
}
void yield() noexcept {
    current->worker->yield(*current);
}
void give_way() noexcept {
    current->worker->give_way(*current);
}
void sleep(std::int64_t nanoseconds) noexcept {
    current->worker->sleep(*current, nanoseconds);
}

void wake(Rank& rank) noexcept {
    const bool mine = current != nullptr && current->worker == rank.worker && !state.own_threads;
    mine ? rank.worker->notify(rank) : rank.worker->notify_from_afar(rank);
}

std::int64_t now() noexcept {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// One of the ranks that leave MPI open is named, the first. A program that is not ours returns from main by
// exit().
static void report_open_mpi(const Rank& rank, int exit_code, const char* missing,
                            const void* exit_site) noexcept {
    static std::atomic<bool> reported{false};
    if (reported.exchange(true)) return;
    const OneReport together;
    if (state.foreign != nullptr)
        return report("rank %d ended with exit code %d without %s", rank.number, exit_code, missing);
    if (exit_site == nullptr)
        return report("rank %d returned %d from main without %s", rank.number, exit_code, missing);
    report("rank %d called exit(%d) without %s", rank.number, exit_code, missing);
    report_caller(rank, exit_site);
}

// The thread that runs the rank's main can't be stopped where it is.
static void end_run_in_other_thread(const Rank& rank, int exit_code, const void* exit_site) noexcept {
    const OneReport together;
    report("rank %d: another thread than its main thread called exit(%d): all ranks end", rank.number,
           exit_code);
    if (exit_site != nullptr) report_caller(rank, exit_site);
    end_run(exit_code & 0xff);
}

// Linked where ranks have handlers of signals: the handler of a rank runs on the stack of another one.
[[gnu::weak]] bool is_in_handler_for_other() noexcept;

// Its own stack is where it was.
static void end_run_in_handler(const Rank& rank, int exit_code, const void* exit_site) noexcept {
    const OneReport together;
    report("rank %d: a handler of signals called exit(%d): all ranks end", rank.number, exit_code);
    if (exit_site != nullptr) report_caller(rank, exit_site);
    end_run(exit_code & 0xff);
}

void note_end(Rank& rank, int exit_code, const void* exit_site) noexcept {
    rank.exit_code = exit_code & 0xff;
    if (const char* missing = state.program->ended(rank)) {
        report_open_mpi(rank, exit_code, missing, exit_site);
        if (rank.exit_code == 0) rank.exit_code = 1;
    }
    end_lines(rank);
}

void end_rank_in_exit(int exit_code, const void* return_address) noexcept {
    Rank& self = *current;
    if (&is_in_handler_for_other != nullptr && is_in_handler_for_other())
        end_run_in_handler(self, exit_code, return_address);
    if (state.has_threads && !on_main_thread() && getpid() == state.process)
        end_run_in_other_thread(self, exit_code, return_address);
    self.exit_code = exit_code; // which handlers may be given
    run_exit_handlers(self);
    if (state.schedule != nullptr) state.schedule->end_program();
    end_copies(self);
    note_end(self, exit_code, return_address);
    self.worker->leave(self);
}

void end_rank(int exit_code) noexcept {
    end_rank_in_exit(exit_code, nullptr);
}

void end_run(int exit_code) noexcept {
    OneReport::finish();
    flush_at_end();
    if (state.team != nullptr) state.team->end(exit_code);
    if (state.foreign != nullptr) state.foreign->flush_streams();
    if (state.schedule != nullptr) state.schedule->abandon();
    if (peers != nullptr) peers->abandon(exit_code);
    if (&wait_for_what_is_recorded != nullptr) wait_for_what_is_recorded();
    for (;;) syscall(SYS_exit_group, exit_code); // _exit is the rank's
}

} // namespace sartor::process
