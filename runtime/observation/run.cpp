// Files are opened before the first rank runs and filled when the last has ended, or when the run ends
// otherwise.
#include "runtime/observation/run.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <unistd.h>

#include "runtime/observation/memory.hpp"
#include "runtime/observation/outputs.hpp"
#include "runtime/observation/parts/all_parts.hpp"
#include "runtime/observation/summary.hpp"
#include "runtime/output/output.hpp"
#include "runtime/peers.hpp"
#include "runtime/process_state.hpp"
#include "runtime/scheduler/event_count.hpp"

namespace sartor::observation {

namespace {

Tables* tables = nullptr; // by rank
Scale scale;
Summary summary;
Outputs outputs;
parts::AllParts all_parts;

// The thread that writes what was recorded, by the system's number.
constexpr pid_t none_yet = 0;
constexpr pid_t no_more = -1; // or there is nothing to write
std::atomic<pid_t> finisher{no_more};
process::EventCount<> finishes;

bool finishes_here() noexcept {
    return finisher.load() == gettid();
}

// Of several processes the first one opens what is to be written, and any of them may come to write it.
bool open_files() noexcept {
    if (outputs.has_trace() && !spool_file.open(outputs.trace().path, outputs.trace().limit,
                                                outputs.trace().in_memory, process::state.worker_count))
        return could_not_open("--trace", outputs.trace().path);
    return (all_parts.exist() && process::peers->first_rank > 0) || outputs.open();
}

// sartor run tells processes when another one has ended the run; other launchers send a signal, perhaps more
// than once.
void end_by_launcher(int signal) {
    if (finishes_here()) return;
    if (getpid() == process::state.process) {
        process::flush_at_end();
        all_parts.wait_for_end();
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal); // once this returns
}

void expect_end_by_launcher() noexcept {
    struct sigaction now_there {};
    const bool is_default = sigaction(SIGTERM, nullptr, &now_there) == 0 && now_there.sa_handler == SIG_DFL;
    if (is_default) std::signal(SIGTERM, &end_by_launcher);
}

void open() noexcept {
    tables = allocate<Tables>(static_cast<std::size_t>(process::size()));
    if (process::peers == nullptr) outputs.read_environment();
    if (!outputs.are_wanted()) return;
    process::common_clock.is_wanted = process::peers != nullptr && process::peers->are_elsewhere;
    scale.begin();
    if (!open_files()) {
        all_parts.call_off();
        process::end_run(process::usage_exit_code);
    }
    finisher.store(none_yet);
}

// False: another process writes what comes of the run.
bool sum_up() noexcept {
    if (!all_parts.exist()) {
        summary.make(0, process::size(), scale, naming_here);
        return true;
    }
    const int first = process::peers->first_rank;
    summary.make(first, first + process::peers->ranks_here, scale, naming_here);
    if (!all_parts.join(summary, scale, outputs.has_trace())) return false;
    tables = all_parts.tables();
    summary = Summary();
    summary.make(0, process::size(), scale, all_parts.naming());
    return true;
}

// Once, by whoever ends the run; others who do at the same time wait for that. A child of fork() has no part
// in it.
void finish() noexcept {
    if (getpid() != process::state.process) return;
    pid_t found = none_yet;
    if (finisher.compare_exchange_strong(found, gettid())) {
        scale.end();
        if (sum_up()) {
            if (outputs.are_open() || outputs.open()) outputs.write(summary, scale);
            all_parts.end();
        }
        finisher.store(no_more);
        finishes.advance();
    }
    finishes.wait_until([] { return finisher.load() == no_more || finishes_here(); });
}

} // namespace

Tables& tables_of(int rank) noexcept {
    if (tables == nullptr) open();
    return tables[rank];
}

Spool* spool_of(const process::Rank& rank) noexcept {
    if (!outputs.has_trace()) return nullptr;
    return &spool_file.of_worker(static_cast<int>(rank.worker - process::state.workers));
}

int workers() noexcept {
    return all_parts.exist() ? all_parts.workers() : process::state.worker_count;
}

// Negative where messages of other processes are among those received.
static std::int64_t messages_under_way() noexcept {
    std::int64_t sent = 0;
    std::int64_t received = 0;
    for (int worker = 0; worker < spool_file.workers(); ++worker) {
        const Spool::Counts& counts = spool_file.of_worker(worker).counts;
        received += counts.received.load(std::memory_order_relaxed);
        sent += counts.sent.load(std::memory_order_relaxed);
    }
    return sent - received;
}

void sample(Spool& spool, Ticks now) noexcept {
    constexpr std::int64_t shortest = 100'000; // nanoseconds
    Event event;
    event.begin = event.end = now;
    event.kind = Kind::counters;
    event.rank = spool.worker();
    event.bytes = spool.worker() == 0 ? messages_under_way() : 0;
    event.peer = static_cast<std::int32_t>(spool.counts.unexpected.load(std::memory_order_relaxed));
    spool.push(event);
    spool.next_sample = now + scale.ticks_of(shortest);
}

} // namespace sartor::observation

namespace sartor::process {

// In the place of the one that only writes what ranks have written.
void flush_at_end() noexcept {
    flush_output();
    observation::finish();
}

void wait_for_what_is_recorded() noexcept {
    observation::all_parts.wait_for_end();
}

void share_what_is_recorded(const Peers& others) noexcept {
    observation::outputs.read_environment();
    if (!observation::outputs.are_wanted()) return;
    observation::all_parts.open(others, observation::outputs.any_file());
    if (observation::all_parts.have_name()) observation::expect_end_by_launcher();
}

} // namespace sartor::process
