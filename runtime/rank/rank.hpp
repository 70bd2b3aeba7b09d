// One rank as the scheduler sees it: where it runs, whether it runs, and what belongs to it alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/rank/exceptions.hpp"
#include "runtime/scheduler/atomics.hpp"
#include "runtime/scheduler/context.hpp"

namespace sartor::process {

class CriticalSection;
class Worker;
struct Output;
struct ExitHandler;

// Whether a rank may run. A wake-up makes a blocked one ready; one that comes while it runs is kept
// (notified) and makes its next block() return at once. Written by the rank's worker only.
enum class RunState : std::uint8_t { running, blocked, ready, notified };

struct Rank;

// The notice by which another worker wakes a rank: it is in the inbox of the rank's worker, or is being put
// there.
struct Notice {
    Notice* next = nullptr;
    Rank* rank = nullptr;
    std::atomic<bool> posted{false};
};

// Cache lines apart by who writes them: others read of a rank only what hardly ever changes.
struct alignas(line_pair) Rank {
    // Its worker, at each change of rank.
    std::atomic<RunState> run_state{RunState::running};
    int saved_errno = 0;  // what C and C++ keep per thread and a fiber must keep for itself
    Rank* next = nullptr; // link in a ready list or a list of sleepers: a rank is in one only
    Context context;      // where it goes on

    // Itself, on its worker.
    const char* call = nullptr;      // its last MPI call, for reports
    const void* call_site = nullptr; // where that call returns to
    ExceptionState exceptions{nullptr, 0};
    std::int64_t wake_time = 0; // while it sleeps: monotonic nanoseconds
    int exit_code = 0;
    bool ended = false;
    bool loading = false;     // inside the dynamic loader, whose lock forbids to switch
    bool beside_main = false; // another thread of it runs, which an emulated machine runs on the same worker
    ExitHandler* exit_handlers = nullptr;

    // Set at the start; read by all who send to it.
    alignas(line_pair) int number = 0;
    std::atomic<bool> congested{false}; // senders keep what they have for it: too much waits unreceived
    Worker* worker = nullptr;           // pinned: never changes during a run
    void* state = nullptr;              // its layers' part of it: see state_of()
    void* transport = nullptr;          // its worker's transport: see transport_of()
    void* handshake = nullptr;          // its part of the transport, where that has one: see handshake_of()
    CriticalSection* critical_section = nullptr; // where its threads may call MPI at once
    int argc = 0;
    char** argv = nullptr;

    // Other workers, too seldom for a pair of lines of its own.
    alignas(64) Notice notice;
    Output* output[2] = {nullptr, nullptr}; // unfinished lines: standard output, standard error

    // On its worker. True: it was blocked, and is among those that are ready from now on.
    [[nodiscard]] bool wake() noexcept {
        const RunState before = run_state.load(std::memory_order_relaxed);
        if (before == RunState::running) run_state.store(RunState::notified, std::memory_order_relaxed);
        if (before != RunState::blocked) return false;
        run_state.store(RunState::ready, std::memory_order_relaxed);
        return true;
    }
};

// What the layers above keep for a rank is one object of a type that is put together when the program is cut,
// and so are its worker's transport and what that has for each rank. `State`, `Transport` and `Handshake` are
// those types.
template <class State>
[[nodiscard]] State& state_of(const Rank& rank) noexcept {
    return *static_cast<State*>(rank.state);
}
template <class Transport>
[[nodiscard]] Transport& transport_of(const Rank& rank) noexcept {
    return *static_cast<Transport*>(rank.transport);
}
template <class Handshake>
[[nodiscard]] Handshake& handshake_of(const Rank& rank) noexcept {
    return *static_cast<Handshake*>(rank.handshake);
}

} // namespace sartor::process
