// Ranks that start other ranks while the run goes on (MPI-5.0 section 11.8): further processes of the run,
// whose ranks have an MPI_COMM_WORLD of their own and the next free numbers.
#pragma once

#include <atomic>
#include <cstddef>

namespace sartor::process {

struct Rank;

// What a rank asks the launcher for: programs to be started, as text of fields, each with a zero behind it:
// what the new processes are to know (see Spawned: context, port, root), the folder of the process that asks,
// and then for each program its name, the folder in which it is to run and folders in which it is looked for,
// with colons between (both may be empty), how many ranks, how many arguments, and these.
struct SpawnRequest {
    const char* text;
    std::size_t bytes;
    Rank* requester;

    // The answer. The rank is woken afterwards.
    std::atomic<bool> has_reply{false};
    bool is_done = false;
    char error[512] = ""; // why not

    SpawnRequest* next = nullptr; // of whoever answers
    unsigned long long token = 0;
};

// Of a process whose ranks were started so, or by another sartor run that has entered this one.
struct Spawned {
    int first;   // of the ranks that were started together: their world
    int size;    // of that
    int program; // which of the programs that were started together
    int context; // of the world
    int port;    // at which `root`, a rank of the run, waits for them; -1: nobody does
    int root;

    [[nodiscard]] bool has_parent() const noexcept { return port >= 0; }
};
// Null where the run began with these ranks.
extern const Spawned* spawned;

// Makes it known as the environment says (SARTOR_SPAWNED, by sartor run).
void read_spawned() noexcept;

} // namespace sartor::process
