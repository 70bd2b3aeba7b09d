// How the processes of a run find each other: each publishes a card, its address on the fabric, and gets
// those of others when it sends them something. Whoever has started the processes does that, in one of the
// ways below.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::process {
struct SpawnRequest;
}

namespace sartor::channel::fabric {

// Functions end the run when the launcher is gone.
struct WireUp {
    static constexpr std::size_t longest_card = 512;

    int number = 0;         // of this process
    int processes = 1;      // that the run began with: this one is another where its number is not below
    int most_processes = 1; // that there can be
    int most_ranks = 0;     // likewise; 0: as many as the run began with
    int ranks_of_each = 0;  // of processes, where their launcher knows no ranks; 0: the environment says all
    bool is_local = true;   // all processes are on this computer
    int on_computer = 0;    // how many of those that the run began with are there
    std::uint64_t key = 0;  // of messages of this run; other processes don't know it
    std::uint64_t name = 0; // see process::Peers

    // Publishes the own card, waits for all, and makes known `key`.
    void (*exchange)(WireUp& all, const void* card, std::size_t bytes) noexcept = nullptr;
    // The card of a process, of `longest_card` bytes with zeros behind it, once they are exchanged; good
    // until this thread asks again. From any thread.
    const void* (*card)(int process) noexcept = nullptr;
    // Returns when all processes have called it. One thread of each process does.
    void (*fence)() noexcept = nullptr;
    // The run ends for all, with this exit code.
    void (*abandon)(int exit_code) noexcept = nullptr;
    // The last thing before the process ends by itself. The exit code of processes that it has started.
    int (*close)() noexcept = []() noexcept { return 0; };
    // A descriptor of memory for rings (RingMemory); -1: this process shares none. It is for so many
    // processes from a first one on.
    int memory = -1;
    int first_in_memory = 0;
    int in_memory = 0;
    // Whether that are all that the run can have.
    [[nodiscard]] bool all_share_memory() const noexcept {
        return memory >= 0 && in_memory == most_processes;
    }
    // The launcher may say something when the descriptor is readable; -1: it does not. listen() ends the run
    // if it says so.
    int descriptor = -1;
    void (*listen)() noexcept = []() noexcept {};
    // Milliseconds after which it is asked although nothing has woken this process; -1: it is always woken.
    int longest_sleep = -1;
    // Null: it starts no further programs. See process::Peers.
    void (*spawn)(process::SpawnRequest& request) noexcept = nullptr;
    bool (*is_spawning)() noexcept = []() noexcept { return false; };
};

// sartor run --processes. False: the environment says nothing of it.
[[nodiscard]] bool open_launcher(WireUp& made) noexcept;
// A launcher that speaks PMIx: mpirun of Open MPI, prterun, srun --mpi=pmix. The same. `starts_others`: ranks
// may start further ones.
[[nodiscard]] bool open_pmix(WireUp& made, bool starts_others) noexcept;
// What sartor run does for its processes, done by sartor-starter at the other end of this socket, for those
// of another launcher. All share memory.
void use_starter(WireUp& made, int socket) noexcept;

} // namespace sartor::channel::fabric
