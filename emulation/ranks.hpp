// Ranks on the chip: the node of each, its PE's clock, its activity; the order in which ranks run.
//
// Whenever a rank accesses what others share, all that comes before it in virtual time has happened
// (synchronize). Costs are charged to its PE's clock; what it does to the hardware is an event, and the
// hardware resumes it.
#pragma once

#include "emulation/chip/chip.hpp"
#include "runtime/process.hpp"

namespace sartor::machine::manycore {

// How messages were sent, for the summary after a run.
enum class Way : std::uint8_t { local, eager, eager_split, lazy, core, dma, word, count };
// Messages of protocols.
enum class Kind : std::uint8_t {
    local,
    eager,
    request,
    clear,
    confirmation,
    permission,
    data,
    acknowledgement,
    word,
    active,
    count
};

// The lengths at which protocols change, in bytes.
struct Limits {
    std::int64_t eager = 0; // up to so many in control messages
    std::int64_t lazy = 0;  // up to so many through the sender's buffer
    std::int64_t dma = 0;   // from so many on by the DMA engine
};

struct Settings {
    bool shortcut = true;
    Limits limits; // the machine's, if not set otherwise
};

// The machine's order of ranks, for the process runtime. Its start() takes a Description.
extern const process::Schedule schedule;

[[nodiscard]] Chip& chip() noexcept;
[[nodiscard]] const Settings& settings() noexcept;
// Those of the run, unless the rank has set its own.
[[nodiscard]] const Limits& limits_of(int rank) noexcept;
[[nodiscard]] int node_of(int rank) noexcept;

// Whether an event is being handled, and no rank is running.
[[nodiscard]] bool in_event() noexcept;
// The current time: of the event, or of the running rank's PE.
[[nodiscard]] Cycles now() noexcept;
[[nodiscard]] double seconds() noexcept;
[[nodiscard]] double seconds_per_cycle() noexcept;

// ---- by the running rank

// Software on its PE, in the cycles of a PE of a compute cluster.
void charge(Cycles cycles) noexcept;
// The program's own computing.
void compute(Cycles cycles) noexcept;
// It waits until then, if that is later.
void wait_until(Cycles time) noexcept;
// Returns when all has happened that comes before the rank's time.
void synchronize() noexcept;
// An IPC call that the kernel's PE serves; nothing on machines without one.
void call_kernel() noexcept;
// The same, of so many cycles.
void call_kernel(Cycles cycles) noexcept;
// Entering and leaving an MPI function.
void enter(const char* call) noexcept;
void leave() noexcept;
// Accounts the computing since the last MPI call, where it is measured.
void count_measured() noexcept;

// ---- by events

// The rank continues, not before this time.
void resume(int rank, Cycles time) noexcept;

// Charges software to the running rank's PE, or to the server of the event's node. Returns the time at which
// it is done.
Cycles work_at(int node, Cycles cycles, int kernel_calls = 0, const char* what = "software") noexcept;

// The time at which a protocol's message from rank to rank leaves, as software at the sender.
struct Departure {
    Cycles time; // when it leaves
    Note note;   // goes with it
};
// Charges `cost` to the running rank, or to the server in an event, and counts the message.
Departure depart(Kind kind, int from, int to, Cycles cost, int kernel_calls = 1) noexcept;
// A message that accompanies one that departs, at no cost of its own.
[[nodiscard]] Note accompany(Kind kind, const Note& note) noexcept;
// A message that has arrived in its rank's memory is copied by the receiver in its own time.
void take_in(const Note& note, Cycles from, Cycles to) noexcept;

// A copy inside a node's memory: the cycles of a PE. Memory off the chip is a shared resource.
[[nodiscard]] Cycles copy(int node, std::int64_t bytes) noexcept;

// The numbers of parcels that a rank sent to another, and that one has received of another.
[[nodiscard]] std::uint32_t& sent(int rank, int destination) noexcept;
[[nodiscard]] std::uint32_t& received(int rank, int source) noexcept;

// Registers a function that frees what was made for the run, called at its end.
void at_end(void (*release)() noexcept) noexcept;

void count(Kind kind) noexcept;
void count(Way way, int from, int to, std::size_t bytes) noexcept;
void count(Way way, std::size_t bytes) noexcept; // between logical ports: of no ranks
[[nodiscard]] const char* name_of(Kind kind) noexcept;
[[nodiscard]] const char* name_of(Way way) noexcept;

} // namespace sartor::machine::manycore
