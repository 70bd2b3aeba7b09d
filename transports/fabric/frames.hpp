// What the parts of the machine do with frames: each takes those of its kinds.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "transports/fabric/active_messages.hpp"
#include "transports/fabric/frame.hpp"
#include "transports/fabric/process_tree.hpp"
#include "transports/fabric/roster.hpp"
#include "transports/fabric/wire_up.hpp"

namespace sartor::process {
struct Peers;
}

namespace sartor::channel::fabric {

struct LostProcess;

extern Roster roster;  // of the run, where processes share memory or may be added
extern WireUp wire_up; // fixed once the processes have found each other

// Of the run, now. Those that are not waited for any more, or not yet, are among the first.
[[nodiscard]] inline int process_count() noexcept {
    return roster.exists() ? roster.count() : blocks.processes;
}
[[nodiscard]] inline bool is_waited_for(int process) noexcept {
    return !roster.exists() || roster.is_whole(process);
}
// It has taken part.
[[nodiscard]] inline bool has_left(int process) noexcept {
    return roster.exists() && roster.has_left(process);
}
// Calls visit(process) for those directly below this one in the tree of processes.
template <class Visit>
void for_each_below_this(Visit visit) noexcept {
    for_each_below(blocks.number, process_count(), &is_waited_for, visit);
}
[[nodiscard]] inline int rank_count() noexcept {
    return roster.exists() ? roster.ranks() : process::size();
}

// Messages of services, in whole packets, for the census.
struct Counters {
    std::atomic<std::uint64_t> sent{0};
    std::atomic<std::uint64_t> received{0};
    bool one_thread = false; // changes them

    void add_one(std::atomic<std::uint64_t>& counter) const noexcept {
        if (one_thread)
            counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_release);
        else
            counter.fetch_add(1, std::memory_order_seq_cst);
    }
};
extern Counters counters;

inline constexpr std::int64_t millisecond = 1'000'000; // nanoseconds

// To a process, this one included.
void send_frame(int process, FrameKind kind, std::uint64_t number = 0, int rank = 0,
                const void* data = nullptr, std::size_t bytes = 0) noexcept;

// By the listener, and by who waits for a reply. False: no packet has come for them. `waits_for_turn`: while
// another thread looks; otherwise that is enough.
bool take_packets(bool waits_for_turn = false) noexcept;

// A frame that makes no sense ends the run: its sender is named.
[[noreturn]] void refuse(const Frame& frame, const char* why) noexcept;

// ---- census.cpp

void take_census_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept;
// All ranks of this process have ended.
void note_end_of_ranks() noexcept;
// By the listener, now and then, and after frames of the census: a worker that takes one would find itself
// at work, or all others waiting.
void look_for_end() noexcept;
// Milliseconds until it is to look again.
[[nodiscard]] int until_next_look() noexcept;
[[nodiscard]] bool run_is_over() noexcept;
// The run is over for this process.
void end_run_here() noexcept;

// ---- queries.cpp

void take_query_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept;
// By the listener, while it takes no packets: to describe a rank, others may have to be asked.
void describe_if_requested() noexcept;
// Has all ranks described by their processes, and reports a deadlock.
[[noreturn]] void report_deadlock_of_all() noexcept;

// ---- common_clock.cpp

void take_clock_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept;
// Once the listener runs: makes known how far the clock of process 0 is ahead.
void find_common_clock() noexcept;

// ---- lost_process.cpp

// Once all have introduced themselves to those that share memory: from now on the listener sees when the next
// one of these is gone before the run is over, and ends the run.
void watch_neighbour() noexcept;
// From any thread: a connection with that process has broken. If the run goes on for a second, and some, the
// listener ends it.
void note_broken_connection(int process) noexcept;
void look_for_lost_process() noexcept;
// From any context: this process ends the run, or has been told to, since `of_lost` has gone or for another
// reason (null). Who hears it passes it on: nobody is to be blamed for connections that break then.
void tell_ending(const LostProcess* of_lost) noexcept;
void take_ending_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept;

// ---- failed_processes.cpp

// Makes memory for failures known where the program survives them and all processes of the run share memory.
void share_failures(process::Peers& peers) noexcept;
// By the listener: processes that have failed, and what others have noted.
void look_for_failures() noexcept;
// From any thread: the listeners of all processes look.
void tell_of_failures() noexcept;

// ---- listener.cpp

// From any thread: the listener looks at what has changed. Nothing by the listener itself, which does so
// when it has taken the packets that have come.
void wake_listener() noexcept;
// The system does not map the memory that the processes share.
[[noreturn]] void end_without_shared_memory() noexcept;

// ---- active_messages.cpp

// Once the processes of this computer have mapped what they share.
void open_packets() noexcept;

} // namespace sartor::channel::fabric
