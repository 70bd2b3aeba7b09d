// Tests whose bodies are MPI programs: at several numbers of ranks, on one worker and on two.
#pragma once

#include <functional>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "mpi_api/environment/init.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/ranks.hpp"

namespace sartor::test {

// Runs body(call, rank) between MPI_Init and MPI_Finalize on each rank. Returns the exit code.
template <class Program>
int run_mpi(int ranks, std::function<void(mpi::Call<Program>&, int)> body, int workers = 2) {
    return run_ranks<Program>(
        ranks,
        [body = std::move(body)](process::Rank& rank) {
            mpi::Call<Program> call{"test"};
            mpi::init(call, nullptr, nullptr);
            body(call, rank.number);
            mpi::finalize(call);
        },
        workers);
}

template <class Program>
class ProgramTest : public testing::TestWithParam<std::tuple<int, int>> {
  protected:
    using Call = mpi::Call<Program>;

    // Runs body(call, rank, size) on each rank. Returns the exit code.
    static int run(std::function<void(Call&, int, int)> body) {
        const auto [ranks, workers] = GetParam();
        return run_mpi<Program>(
            ranks, [=, size = ranks](Call& call, int rank) { body(call, rank, size); }, workers);
    }
};

} // namespace sartor::test
