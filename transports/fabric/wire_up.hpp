// How the processes of a run find each other: each publishes a card, its address on the fabric, and gets
// those of others when it sends them something. Whoever has started the processes does that, in one of the
// ways below.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/peers.hpp"
#include "transports/fabric/shared_memory.hpp"
#include "transports/fabric/sharers.hpp"

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
    // A descriptor of memory for rings and the roster (MemoryLayout); -1: this process shares none.
    int memory = -1;
    MemoryLayout layout{};
    Sharers sharers;
    // Where the first processes are here, and later ones start here.
    void share_with_later() noexcept {
        const int here = on_computer;
        layout = {here + (most_processes - processes), most_processes,
                  &process::failures::note_failures == nullptr ? 0 : most_ranks};
        sharers = {0, here, processes};
    }
    [[nodiscard]] bool shares_memory() const noexcept { return memory >= 0; }
    // All that the run can have do.
    [[nodiscard]] bool all_share_memory() const noexcept { return memory >= 0 && sharers.begun == processes; }
    // The launcher may say something when the descriptor is readable; -1: it does not. listen() ends the run
    // if it says so.
    int descriptor = -1;
    void (*listen)() noexcept = []() noexcept {};
    // Milliseconds after which it is asked although nothing has woken this process; -1: it is always woken.
    int longest_sleep = -1;
    // Null: it starts no further programs. See process::Peers.
    void (*spawn)(process::SpawnRequest& request) noexcept = nullptr;
    // Of process 0 in runs on several computers that grow: passes on what another process asks for, with a
    // RelayedToken; and says that all know notice `number` (growth.hpp).
    void (*relay)(std::uint64_t token, const char* text, std::size_t bytes) noexcept = nullptr;
    void (*known)(std::uint64_t number) noexcept = nullptr;
    // Of a process that has entered the run (universe.hpp): its ranks have ended, with this exit code.
    void (*finish)(int exit_code) noexcept = nullptr;
    // Of process 0: see universe.hpp.
    void (*tell_stillness)() noexcept = nullptr;
    [[nodiscard]] bool may_grow() const noexcept { return most_processes > processes; }
};

// sartor run --processes. False: the environment says nothing of it.
[[nodiscard]] bool open_launcher(WireUp& made) noexcept;
// A launcher that speaks PMIx: mpirun of Open MPI, prterun, srun --mpi=pmix. The same. `starts_others`: ranks
// may start further ones.
[[nodiscard]] bool open_pmix(WireUp& made, bool starts_others) noexcept;
// What sartor run does for its processes, done by sartor-starter at the other end of this socket, for those
// of another launcher that share memory on the computer of process 0.
void use_starter(WireUp& made, int socket) noexcept;
// By process 0, where others are on other computers: what processes need that are started later.
void introduce_all(const WireUp& made) noexcept;

} // namespace sartor::channel::fabric
