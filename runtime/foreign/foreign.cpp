#include "runtime/foreign/foreign.hpp"

#include <cstdio>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <unistd.h>

#include "runtime/foreign/location_in_process.hpp"
#include "runtime/peers.hpp"
#include "runtime/process_state.hpp"
#include "runtime/reports/monitor.hpp"
#include "runtime/reports/record.hpp"
#include "runtime/settings.hpp"

// Defined by the cut.
extern "C" const sartor::process::Program sartor_program;

namespace sartor::process {

namespace {

Rank* only_rank = nullptr;
bool is_child = false; // of fork()
pthread_once_t once = PTHREAD_ONCE_INIT;

void forget_in_child() noexcept {
    current = nullptr;
    is_child = true;
}

[[noreturn]] void refuse_ranks(int ranks, int processes) noexcept {
    report("%d ranks in %d process%s: this program was linked with the library libmpi_abi.so, and has one "
           "rank in "
           "each process; run it with sartor run --processes %d",
           ranks, processes, processes == 1 ? "" : "es", ranks);
    end_run(usage_exit_code);
}

Layout layout_of_environment() noexcept {
    Layout layout;
    layout.ranks = static_cast<int>(number_from("SARTOR_RANKS", 1, 1));
    layout.ranks = sartor_join_peers(layout.ranks, sartor_program.meets_new_ranks);
    unsetenv("SARTOR_RANKS"); // programs that ranks start are none of the run
    if (peers == nullptr && layout.ranks != 1) refuse_ranks(layout.ranks, 1);
    if (peers != nullptr && peers->ranks_here != 1) refuse_ranks(peers->world_size, peers->processes);
    if (peers != nullptr) {
        layout.processes = peers->processes;
        layout.first_here = peers->first_rank;
        layout.world_first = peers->world_first;
        layout.world_size = peers->world_size;
    }
    layout.here = 1;
    layout.has_threads = true;
    layout.report_leftovers = std::getenv("SARTOR_REPORT") != nullptr;
    layout.timeout_seconds = static_cast<int>(number_from("SARTOR_TIMEOUT", 0, 1));
    layout.backlog_bytes = backlog_from("SARTOR_BACKLOG");
    return layout;
}

// Ends by itself only where the exit code is to be another one.
void end_rank_at_exit(int exit_code, void*) noexcept {
    if (is_child) return;
    if (only_rank->run_state.load() == RunState::blocked) {
        report("rank %d: a thread called exit(%d) while another thread waits in %s: all ranks end",
               only_rank->number, exit_code, only_rank->call);
        end_run((exit_code & 0xff) != 0 ? exit_code & 0xff : 1);
    }
    current = only_rank;
    note_end(*only_rank, exit_code, nullptr);
    only_rank->worker->leave_thread();
    const int code = close_run(sartor_program);
    if (code == (exit_code & 0xff)) return;
    std::fflush(nullptr);
    _exit(code);
}

// Lines that were not written yet. Another thread may hold the streams.
void flush_streams() noexcept {
    for (FILE* const stream : {stdout, stderr}) {
        if (ftrylockfile(stream) != 0) continue;
        std::fflush(stream);
        funlockfile(stream);
    }
}

constexpr ForeignProcess this_process{&flush_streams};

// For as long as the process lives.
void limit_time(int seconds) noexcept {
    alignas(Monitor) static char memory[sizeof(Monitor)];
    if (seconds > 0) new (memory) Monitor({.timeout_seconds = seconds});
}

void begin() noexcept {
    state.foreign = &this_process;
    state.describe_in_process = &describe_location_in_process;
    keep_record(std::getenv("SARTOR_REPORT_RECORD"));
    const Layout layout = layout_of_environment();
    set_up_run(layout, sartor_program, nullptr);
    only_rank = state.ranks;
    only_rank->worker->run_here();
    limit_time(layout.timeout_seconds);
    if (pthread_atfork(nullptr, nullptr, &forget_in_child) == 0 && on_exit(&end_rank_at_exit, nullptr) == 0)
        return;
    report("no memory for the work at the end of the process");
    end_run(1);
}

} // namespace

void become_rank() noexcept {
    if (is_child) {
        report("a child of fork() calls MPI: it is not a rank of the run (MPI-5.0, section 11.2)");
        end_run(1);
    }
    pthread_once(&once, &begin);
    current = only_rank;
}

} // namespace sartor::process
