// Ranks inside a test: the process runtime and the MPI functions of a given set of features, without a cut.
#pragma once

#include <functional>

#include "components/configuration/host.hpp"
#include "components/process/process.hpp"
#include "mpi_api/call.hpp"
#include "mpi_api/runtime.hpp"

namespace sartor::test {

template <class... Fs>
struct TestProgram {
    using features = sartor::features<Fs...>;
    using machine = machine::Host;
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
    layout.core_count = workers;
    layout.stack_bytes = std::size_t{256} << 10;
    layout.backlog_bytes = backlog_bytes;
    return process::run(layout, runtime, [](process::Rank& rank) { body_of_ranks(rank); });
}

} // namespace sartor::test
