// Aspects that are off take no time: on an emulated chip the same messages take the same cycles, to the
// digit, in a program that could also send in synchronous mode, cancel sends or buffer them, and does not.
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/messages.hpp"

namespace {

using namespace sartor;
using test::expect_equal;

constexpr int ranks = 4;
constexpr std::array sizes{0, 8, 100, 1000, 5000, 20000, 100000}; // of eager, lazy and other sends
using Times = std::array<std::int64_t, sizes.size()>;

// Ticks that a message to the next rank and one back take, at rank 0.
template <class Program>
Times times(int workers) {
    static Times ticks;
    const auto body = [](test::Mpi<Program>& mpi, int rank, int size) {
        std::vector<char> data(sizes.back());
        for (std::size_t index = 0; index < sizes.size(); ++index) {
            const double begin = test::Machine::seconds();
            if (rank > 0) mpi.receive(data.data(), sizes[index], rank - 1, 1);
            mpi.send(data.data(), sizes[index], (rank + 1) % size, 1);
            if (rank > 0) continue;
            mpi.receive(data.data(), sizes[index], size - 1, 1);
            ticks[index] = static_cast<std::int64_t>(
                (test::Machine::seconds() - begin) / test::Machine::seconds_per_tick() + 0.5);
        }
    };
    EXPECT_EQ(test::run_mpi<Program>(ranks, body, workers), 0);
    return ticks;
}

template <class... Fs>
using With = test::TestProgram<feature::tags, feature::immediate, Fs...>;

class OffInTime : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(InOneClusterAndInSeveral, OffInTime, testing::Values(1, 2));

TEST_P(OffInTime, TakesNoCycle) {
    const Times bare = times<With<>>(GetParam());
    for (const std::int64_t ticks : bare) EXPECT_GT(ticks, 0);
    EXPECT_EQ(times<With<>>(GetParam()), bare) << "twice the same";
    EXPECT_EQ(times<With<feature::synchronous>>(GetParam()), bare);
    EXPECT_EQ(times<With<feature::cancellation>>(GetParam()), bare);
    EXPECT_EQ(times<With<feature::buffering>>(GetParam()), bare);
    EXPECT_EQ((times<With<feature::buffering, feature::communicator_buffers>>(GetParam())), bare);
    EXPECT_EQ((times<With<feature::synchronous, feature::cancellation, feature::buffering>>(GetParam())),
              bare);
}

} // namespace
