// Ranks inside a test: the process runtime and the MPI functions of a given set of features, without a cut.
#pragma once

#include <functional>

#ifdef TEST_ON_SPLIT
#include "configuration/split.hpp"
#elif defined(TEST_ON_SMALLEST)
#include "tests/support/smallest_machine.hpp"
#else
#include "configuration/host.hpp"
#endif
#include "components/process/process.hpp"
#include "mpi_api/call/call.hpp"
#include "mpi_api/runtime.hpp"

namespace sartor::test {

// The laws of messages hold over every transport: tests of them are built once for each.
#ifdef TEST_ON_SPLIT
using Machine = machine::Split;
inline constexpr bool runs_on_workers = true;
#elif defined(TEST_ON_SMALLEST)
using Machine = SmallestMachine;
inline constexpr bool runs_on_workers = false;
#else
using Machine = machine::Host;
inline constexpr bool runs_on_workers = true;
#endif

template <class... Fs>
struct TestProgram {
    using features = sartor::features<Fs...>;
    using machine = Machine;
};

inline std::function<void(process::Rank&)> body_of_ranks;
inline std::size_t backlog_bytes = process::usual_backlog; // see process::Layout

// Runs the body once for each rank, on as many workers as given (bound to no core), and returns the exit
// code.
template <class Program>
int run_ranks(int ranks, std::function<void(process::Rank&)> body, int workers = 2,
              process::Mapping mapping = process::Mapping::compact) {
    static constexpr process::Program runtime = mpi::runtime_program<Program>();
    static constexpr int unbound[64] = {-1, -1, -1, -1, -1, -1, -1, -1};
    body_of_ranks = std::move(body);
    process::Layout layout;
    layout.ranks = ranks;
    layout.mapping = mapping;
    layout.cores = unbound;
    layout.core_count = runs_on_workers ? workers : 1;
    layout.stack_bytes = std::size_t{256} << 10;
    layout.backlog_bytes = backlog_bytes;
    return process::run(layout, runtime, [](process::Rank& rank) { body_of_ranks(rank); });
}

} // namespace sartor::test
