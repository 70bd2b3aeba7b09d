// Tests whose bodies are MPI programs: at several numbers of ranks, on one worker and on two.
#pragma once

#include <functional>
#include <tuple>

#include <gtest/gtest.h>

#include "mpi_api/environment/init.hpp"
#include "tests/support/ranks.hpp"

namespace sartor::test {

template <class Program>
class ProgramTest : public testing::TestWithParam<std::tuple<int, int>> {
  protected:
    using Call = mpi::Call<Program>;

    // Runs body(call, rank, size) between MPI_Init and MPI_Finalize. Returns the exit code.
    static int run(std::function<void(Call&, int, int)> body) {
        const auto [ranks, workers] = GetParam();
        return run_ranks<Program>(
            ranks,
            [body, size = ranks](process::Rank& rank) {
                Call call{"test"};
                mpi::init(call, nullptr, nullptr);
                body(call, rank.number, size);
                mpi::finalize(call);
            },
            workers);
    }
};

// Of a rank: the test fails when the condition does not hold.
inline void expect(bool condition) {
    if (!condition) process::end_rank(1);
}

} // namespace sartor::test
