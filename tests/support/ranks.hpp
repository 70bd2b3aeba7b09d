// Ranks inside a test: the process runtime and the MPI functions of a given set of features, without a cut.
#pragma once

#include <functional>

#ifdef TEST_ON_SPLIT
#include "transports/split/machine.hpp"
#elif defined(TEST_ON_READING)
#include "tests/support/reading_spaces.hpp"
#elif defined(TEST_ON_SMALLEST)
#include "tests/support/smallest_machine.hpp"
#elif defined(TEST_ON_MANYCORE) || defined(TEST_ON_MIXED)
#include "transports/mixed/machine.hpp"
#elif defined(TEST_ON_TILES)
#include "transports/tiles/machine.hpp"
#elif defined(TEST_MACHINE)
#include TEST_MACHINE_HEADER
#else
#include "transports/host/machine.hpp"
#endif
#include "mpi_api/call/call.hpp"
#include "mpi_api/runtime.hpp"
#include "runtime/process.hpp"

namespace sartor::test {

// The laws of messages hold over every transport: tests of them are built once for each.
#ifdef TEST_ON_SPLIT
using Machine = machine::Split;
inline constexpr bool runs_on_workers = true;
#elif defined(TEST_ON_READING)
using Machine = ReadingMachine;
inline constexpr bool runs_on_workers = true;
#elif defined(TEST_ON_SMALLEST)
using Machine = SmallestMachine;
inline constexpr bool runs_on_workers = false;
#elif defined(TEST_ON_MANYCORE)
// 16 clusters of 16 PEs.
struct Machine : machine::Manycore<Machine> {
    static constexpr std::string_view name = "manycore";
    static constexpr machine::manycore::Description description =
#include "mppa256-bostan.inc"
        ;
};
inline constexpr bool runs_on_workers = false;
#elif defined(TEST_ON_MIXED)
// The same, every other cluster in the other byte order.
struct Machine : machine::Mixed<Machine> {
    static constexpr std::string_view name = "mixed";
    static constexpr machine::manycore::Description description =
#include "mixed.inc"
        ;
};
inline constexpr bool runs_on_workers = false;
#elif defined(TEST_ON_TILES)
// 72 cores that read each other's memory.
struct Machine : machine::Tiled<Machine> {
    static constexpr std::string_view name = "tiles";
    static constexpr machine::noc::Description tiles =
#include "wormhole-n150-networks.inc"
        ;
    static constexpr machine::manycore::Description description =
#include "wormhole-n150.inc"
        ;
};
inline constexpr bool runs_on_workers = false;
#elif defined(TEST_MACHINE)
using Machine = TEST_MACHINE;
inline constexpr bool runs_on_workers = true;
#else
using Machine = machine::Host;
inline constexpr bool runs_on_workers = true;
#endif

// So many messages without data, or with few, a rank may send to another before that one receives any. MPI
// promises none (MPI-5.0 section 3.5); the network of an emulated chip has credits for some.
inline constexpr int most_unreceived = machine::Emulated<Machine> ? 8 : 1000;

// In loops that ask until something has come. A cut does the same before each function: on emulated machines
// a call takes time, and nothing comes to a rank whose time stands still.
template <class M = Machine>
void take_time_of_call() {
    if constexpr (machine::Emulated<M>) {
        M::enter("test");
        M::leave();
    }
}

template <class... Fs>
struct TestProgram {
    using features = sartor::features<Fs...>;
    using machine = Machine;
};

inline std::function<void(process::Rank&)> body_of_ranks;
inline std::size_t backlog_bytes = process::usual_backlog; // see process::Layout

// Runs the body once for each rank, on as many workers as given (bound to no core), and returns the exit
// code. Where all ranks run on one worker, more of them mean that neighbours lie in different clusters.
template <class Program>
int run_ranks(int ranks, std::function<void(process::Rank&)> body, int workers = 2,
              process::Mapping mapping = process::Mapping::compact) {
    static constexpr process::Program runtime = mpi::runtime_program<Program>();
    static constexpr int unbound[64] = {-1, -1, -1, -1, -1, -1, -1, -1};
    body_of_ranks = std::move(body);
    process::Layout layout;
    layout.ranks = ranks;
    layout.mapping = runs_on_workers || workers == 1 ? mapping : process::Mapping::scatter;
    layout.cores = unbound;
    layout.core_count = runs_on_workers ? workers : 1;
    layout.stack_bytes = std::size_t{256} << 10;
    layout.backlog_bytes = backlog_bytes;
    return process::run(layout, runtime, [](process::Rank& rank) { body_of_ranks(rank); });
}

} // namespace sartor::test
