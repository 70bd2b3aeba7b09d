// What the processes of a run and the launcher that has started them (sartor run --processes) say to each
// other: messages on a socket that each process inherits.
#pragma once

#include <cstdint>

#include "transports/fabric/roster.hpp"

namespace sartor::channel::fabric {

// The environment variable of a process: "NUMBER:PROCESSES:HERE:SOCKET:MEMORY:MOST_PROCESSES:MOST_RANKS".
// PROCESSES: that the run began with, of which the first HERE are on this computer; MOST: that there can be.
// SOCKET and MEMORY are descriptors; MEMORY is that of rings, or -1.
inline constexpr const char* process_variable = "SARTOR_PROCESS";

enum class LauncherKind : std::uint32_t {
    // To the launcher:
    joins,    // the first message to sartor-starter: `value` is the number of the process
    card,     // the address of the process
    fence,    // it waits for all
    ending,   // the run is to end at once; `value` is the exit code
    spawn,    // process::SpawnRequest, with its token in `value`
    all,      // by process 0, before its card, where some are on other computers: as `cards`
    known,    // by process 0: all know notice `value`
    held,     // by process 0: the reply to `hold`, with its `value`
    still,    // by process 0: nothing is in flight; as if it had been told `hold`
    finished, // of a process that another sartor run has started: all its ranks have ended, and their output
              // was written; FinishedProcess follows
    left,     // the reply to `leave`; nobody hears of the process any more
    // To a process:
    cards,   // those of all processes by their numbers, each with its length before it, or nothing where the
             // roster says all; `value` is the key
    fenced,  // all have come
    end,     // as `ending`, by another process; or since one has died: LostProcess follows then
    spawned, // the answer to `spawn`: the reason why not, or nothing
    grown, // to process 0: all are to be told (growth.hpp) what this says of those that were added, from the
           // first one on: for each AddedProcess, the length of its card, and that; `value` is the number of
           // the notice
    hold,  // to process 0: the run is not to end before `go_on`; no reply when its end has been found
    go_on,
    leave, // to one that has finished
    // Between two sartor runs (--universe):
    enters,  // the first message: processes are to be added to the run; EntryRequest follows
    place,   // the reply: they may be started, and connect with `joins`; PlaceInRun follows, and the memory
    refused, // instead, or later: the reason follows
    entered, // they are part of the run
             // then `finished`, for each of them
};

// Then `bytes` bytes.
struct LauncherMessage {
    LauncherKind kind;
    std::uint32_t bytes;
    std::uint64_t value;
};

struct AddedProcess {
    std::int32_t ranks;
    Roster::Part part;
};

struct LostProcess {
    std::int32_t first_rank;
    std::int32_t ranks;
};

struct FinishedProcess {
    static constexpr std::int32_t code_comes_later = -1; // it writes something before it ends

    std::int32_t number;
    std::int32_t exit_code;
};

// Ranks that are to be added to a run, in so many processes. They understand those of the run if their
// library is named alike.
struct EntryRequest {
    std::int32_t processes;
    std::int32_t ranks;
    char library[40];
};

// The numbers of their first process and rank, and of the context of their world; and how large the run was
// when it began, and can become.
struct PlaceInRun {
    std::int32_t first_process;
    std::int32_t first_rank;
    std::int32_t context;
    std::int32_t processes;
    std::int32_t ranks;
    std::int32_t most_processes;
    std::int32_t most_ranks;
};

// Where a run waits for those that enter it: an abstract name (unix(7)), of a user and a universe.
inline constexpr const char* universe_address = "sartor-universe-%u-%s";
// Of the processes of such runs.
inline constexpr const char* universe_variable = "SARTOR_UNIVERSE";

// By how much a run can grow. Memory for more processes and ranks is there from the start, as addresses.
inline constexpr int further_processes = 512;
inline constexpr int further_ranks = 4096;

// The program that does for processes of other launchers what sartor run does for its own, so that their
// ranks can start others (MPI_Comm_spawn): "sartor-starter LISTENING MEMORY PROCESSES HERE RANKS PROGRAM".
// LISTENING and MEMORY are descriptors; each process on this computer, of which there are HERE, connects to
// the first, whose name is abstract (unix(7)).
inline constexpr const char* starter = "sartor-starter";
inline constexpr const char* starter_address = "sartor-starter-%016llx"; // the mark of the memory

inline constexpr std::uint32_t longest_card = 512;
inline constexpr std::uint32_t longest_spawn = 1 << 20;
inline constexpr std::uint32_t longest_note = 4096; // between two sartor runs

} // namespace sartor::channel::fabric
