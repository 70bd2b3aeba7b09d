// The other processes of a run whose ranks are in several processes. A machine that has them supplies this;
// without one all ranks are here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/scheduler/event_count.hpp"

namespace sartor::process {

struct Rank;
struct SpawnRequest;

// Functions of the machine; `ranks`: all of the run. A process has neighbouring ranks.
struct Peers {
    int first_rank; // of those that are here
    int ranks_here;
    int world_first; // of the ranks in MPI_COMM_WORLD of those here
    int world_size;
    int processes;      // that were started together on this computer
    bool are_elsewhere; // others that were started with them
    bool others_enter;  // other runs may enter this one, and connect to its ports
    std::uint64_t
        name;      // of the run while it lasts, for a file of its processes; 0: its launcher supplies one
    int look_cost; // how often a worker could look into memory while it looks for messages of others

    // After the transports and the ranks' states were made: messages of other processes may arrive from now
    // on. `one_thread`: one worker alone sends and collects them.
    void (*begin)(bool one_thread) noexcept;
    // A worker that sleeps looks for nothing until it is roused: another thread must. Before and after.
    void (*worker_sleeps)() noexcept;
    void (*worker_wakes)() noexcept;
    // Or null: another thread looks for messages while a worker sleeps. sleep(), of a worker: until a message
    // may have come, which is true, until wake(), or for so many nanoseconds (negative: no limit); may return
    // early. Does not sleep when the worker's event count is not `so_far`. wake(): all workers that sleep
    // return.
    bool (*sleep)(const EventCount<>& events, EventCount<>::Count so_far, std::int64_t nanoseconds) noexcept;
    void (*wake)() noexcept;
    // Or null, with sleep(): whether that waits in a system call whose first argument is this address.
    bool (*is_slept_on)(std::uintptr_t address) noexcept;
    // All ranks here have ended. Their workers go on collecting until those of all processes have, and
    // nothing is in flight: is_over() holds then, and they are roused.
    void (*ranks_ended)() noexcept;
    bool (*is_over)() noexcept;
    // After the ranks' states were closed, and before they are destroyed: returns when all processes have
    // come here. The exit code of those for which this one is responsible.
    int (*end)() noexcept;
    // The run ends at once, for all processes.
    void (*abandon)(int exit_code) noexcept;
    // Has the launcher start programs; the answer comes later. Null: the launcher starts none.
    void (*spawn)(SpawnRequest& request) noexcept;
    int number; // of this process
    // For programs that survive failures (failures/memory.hpp); null where processes of the run share no
    // memory. So many bytes of memory of all processes, zero at first; MAP_FAILED: the system does not map
    // it.
    void* (*map_for_failures)(std::size_t bytes) noexcept;
    // All processes, this one included, take what was noted in that memory: note_failures().
    void (*tell_of_failures)() noexcept;
    // Whether a process is gone while the run goes on without it.
    bool (*has_failed)(int process) noexcept;
};
extern const Peers* peers;

namespace failures {
// See failures/failures.hpp; null in programs that don't survive failures.
void note_failures(int first, int ranks) noexcept __attribute__((weak));
// How often all processes were told to look, and how often this one has looked: messages, to those that count
// them.
struct Heard {
    int told = 0;
    int heard = 0;
};
Heard heard_of_failures() noexcept __attribute__((weak));
} // namespace failures

// Clocks of several computers: nanoseconds that the one of the first process is ahead of now(). Peers::begin
// finds that where it is wanted.
struct CommonClock {
    bool is_wanted = false;
    std::int64_t ahead = 0;
};
extern CommonClock common_clock;

// Before the processes find each other: none ends before all have called it. Null where runs are not
// observed; otherwise a function of runtime/observation.
void share_what_is_recorded(const Peers& others) noexcept __attribute__((weak));

// The same when they were told that the run ends.
void wait_for_what_is_recorded() noexcept __attribute__((weak));

// Whether nothing happens in this process unless a message of another one arrives. From any thread but
// workers.
[[nodiscard]] bool is_quiet() noexcept;
// Whether all ranks here have ended.
[[nodiscard]] bool all_ended_here() noexcept;
// Once they have: writes what they have written, as far as it is kept. Returns the highest exit code.
int finish_output() noexcept;
// Has all workers look again at what they wait for.
void rouse_workers() noexcept;

// What the report of a deadlock says of one rank. Bytes, which go from process to process.
struct BlockedRank {
    bool has_ended;
    bool is_blocked;
    int waits_for;   // a rank; -1: none, or any
    char call[60];   // "MPI_Recv"
    char text[1024]; // "rank 3 waits in MPI_Recv ..."; lines, if its threads wait
};
// Of a rank that is here, while its process is quiet.
void describe_blocked(int rank, BlockedRank& blocked) noexcept;
// A process has gone, which had `count` ranks from `first` on: reports who waits for them here. By a thread
// that is no worker's, before the run ends.
void report_waiting_for(int first, int count) noexcept;
// Whether anyone does. The ranks go on then.
[[nodiscard]] bool is_waiting_for(int first, int count) noexcept;
// Reports a deadlock of all processes, as each has described its ranks, and ends the run.
[[noreturn]] void report_deadlock(const BlockedRank* all, int ranks) noexcept;

} // namespace sartor::process

// Joins the other processes of the run, as the environment says, and makes `peers` known; leaves it null when
// there are none. `ranks`: that the run begins with, where its launcher knows them. `starts_others`: they may
// start further ones. Returns the most that the run can have. Before anything else of it is set up. Null in
// executables for one process.
extern "C" int sartor_join_peers(int ranks, bool starts_others) noexcept __attribute__((weak));
