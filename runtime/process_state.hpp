// What the parts of the process runtime share during a run.
#pragma once

#include <atomic>
#include <sched.h>
#include <sys/types.h>

#include "runtime/process.hpp"
#include "runtime/rank/exceptions.hpp"
#include "runtime/scheduler/stacks.hpp"
#include "runtime/scheduler/worker.hpp"

namespace sartor::process {

// What is done otherwise in a process that is its only rank and no executable of Sartor's: see foreign/.
// Others don't carry it.
struct ForeignProcess {
    void (*flush_streams)() noexcept; // the C library's: the run ends
};

// What is done otherwise where ranks are a part of a process that goes on after them: see team/.
struct TeamProcess {
    void (*keep_report)(const char* text, std::size_t bytes) noexcept;
    void (*end)(int exit_code) noexcept; // returns where nobody waits for the end: the process ends then
};

[[nodiscard]] inline std::size_t rounded_to_lines(std::size_t bytes) noexcept {
    return (bytes + line_pair - 1) / line_pair * line_pair;
}

// Ranks and their numbers here are those of this process: see peers.hpp. Rank `number` of the run is rank().
struct State {
    Rank* ranks = nullptr;
    int size = 0; // grows, up to `most`, where ranks start others: see spares/spare_ranks.hpp
    int most = 0;
    Worker* workers = nullptr;
    int worker_count = 0;
    std::atomic<int> workers_ended{0}; // all ranks of theirs
    std::atomic<bool> deadlock_is_found{false};
    void* transports = nullptr;
    char* rank_states = nullptr;
    std::size_t stack_bytes = 0;
    Stacks stacks;
    bool launched = false; // see Layout
    bool has_threads = false;
    bool own_threads = false;
    const ForeignProcess* foreign = nullptr;
    const TeamProcess* team = nullptr;
    // Where ranks have no images: as describe_location(), in whichever file of the process the address is.
    bool (*describe_in_process)(const Rank& rank, std::uintptr_t address, char* text,
                                std::size_t bytes) noexcept = nullptr;
    bool exchanges_openmp = false;      // between ranks, when they are changed
    std::atomic<int> monitor_thread{0}; // the system's number of the Monitor's; 0: none
    pid_t process = 0;                  // a child of fork() has ranks, too, but no run
    cpu_set_t processors{};             // that the process may use, before workers are bound
    const Program* program = nullptr;
    const Schedule* schedule = nullptr; // null: each worker's own order
    void (*body)(Rank&) = nullptr;

    // The place of a rank that is here among those of this process.
    [[nodiscard]] int index_of(const Rank& rank) const noexcept { return rank.number - ranks[0].number; }

    // Makes what the layers above keep for a rank, and has its worker run it.
    void begin(int index, Worker& worker) noexcept {
        Rank& rank = ranks[index];
        rank.state = rank_states + rounded_to_lines(program->state_bytes) * static_cast<std::size_t>(index);
        worker.assign(rank);
        program->construct(rank.state, rank);
    }
    // Gives a rank that has not run yet its stack. Ends the run when memory is refused.
    void prepare_fiber(Rank& rank) noexcept;
};
extern State state;

// Parts of run(): what comes before the ranks run, and after they have ended. The second returns the highest
// exit code; the ranks' states are valid until the third.
void set_up_run(const Layout& layout, const Program& program, void (*body)(Rank&)) noexcept;
[[nodiscard]] int close_run(const Program& program) noexcept;
void tear_down_run(const Layout& layout, const Program& program) noexcept;

// A rank's program is over: keeps its exit code, which is not 0 where it has left MPI open, and says so then.
// `exit_site`: where it called exit(), if that is known.
void note_end(Rank& rank, int exit_code, const void* exit_site) noexcept;

[[noreturn]] void report_deadlock() noexcept;
// The same, unless a wait can end with an error (retractable_wait.hpp): the run goes on then.
void break_or_report_deadlock() noexcept;
// The same for a run that only seems stuck: the lines alone. From any thread.
void report_waiting() noexcept;

} // namespace sartor::process
