// Start-up: each expected number with its arithmetic.
#include <vector>

#include <gtest/gtest.h>

#include "emulation/services/start_up.hpp"
#include "tests/support/machines.hpp"

namespace sartor::machine::manycore {
namespace {

constexpr ImageSizes small = {4000, 640};

class StartingUp : public ::testing::TestWithParam<const char*> {
  protected:
    const test::DescribedMachine machine_{std::string(TEST_MACHINES "/") + GetParam() + ".json"};
    const Description& description_ = machine_.description;

    // So many ranks in each of the first clusters.
    [[nodiscard]] StartUp with(int clusters, int ranks, const ImageSizes& image = small,
                               const HowToStart& how = {}) const {
        std::vector<int> by_node(static_cast<std::size_t>(description_.nodes()));
        for (int cluster = 0; cluster < clusters; ++cluster)
            by_node[static_cast<std::size_t>(cluster)] = ranks;
        return start_up(description_, by_node.data(), image, how);
    }
};

TEST_P(StartingUp, EachFurtherRankOfOneClusterTakesItsStartAndItsGlobals) {
    const Cycles globals = cycles_for(small.writable, description_.copy_rate);
    EXPECT_EQ(with(1, 5).time - with(1, 1).time, 4 * (description_.rank_start + globals));
}

TEST_P(StartingUp, IsTheSameAgain) {
    EXPECT_EQ(with(3, 2).time, with(3, 2).time);
}

TEST_P(StartingUp, MoreProcessesAndLongerProgramsTakeLonger) {
    EXPECT_LT(with(1, 1).time, with(2, 1).time);
    EXPECT_LT(with(2, 1).time, with(8, 1).time);
    EXPECT_LT(with(8, 1).time, with(8, 1, {100000, 640}).time);
    EXPECT_EQ(with(8, 3).processes, 8);
}

TEST_P(StartingUp, EachClusterGetsTheProgramOnce) {
    const int sent = description_.io_subsystems > 0 ? 8 : 7; // without: cluster 0 has it
    EXPECT_EQ(with(8, 1).bytes, sent * (small.text + small.writable));
}

INSTANTIATE_TEST_SUITE_P(Machines, StartingUp,
                         ::testing::Values("mppa256-andey", "mppa256-bostan", "mppa256-nanvix", "ring8"));

using StartingUpByAnIoRank = StartingUp;

// Its own start comes first, on a slower core.
TEST_P(StartingUpByAnIoRank, TakesItsOwnStartBesides) {
    const Cycles own = cycles_for(description_.process_start,
                                  {description_.io_slowdown.denominator, description_.io_slowdown.numerator});
    EXPECT_EQ(with(1, 1, small, {true, false}).time - with(1, 1).time, own);
}

INSTANTIATE_TEST_SUITE_P(Machines, StartingUpByAnIoRank,
                         ::testing::Values("mppa256-andey", "mppa256-bostan"));

// Each name is a control message, which is handled at the server, and looked at there.
TEST(StartUp, RegistersTheNameOfEachRank) {
    const test::DescribedMachine nanvix(TEST_MACHINES "/mppa256-nanvix.json");
    const Description& description = nanvix.description;
    std::vector<int> one(static_cast<std::size_t>(description.nodes()));
    std::vector<int> three = one;
    one[5] = 1;
    three[5] = 3;
    const Cycles ranks = 2 * (description.rank_start + cycles_for(small.writable, description.copy_rate));
    const Cycles messages = start_up(description, three.data(), small, {false, true}).time -
                            start_up(description, one.data(), small, {false, true}).time - ranks;
    const Cycles software = description.control_send + description.control_handle + description.name_lookup +
                            2 * description.kernel_cycles;
    EXPECT_GT(messages, 2 * software);
    EXPECT_LT(messages, 2 * (software + 200)) << "the way: 68 flits, and some hops";
}

// A cluster that starts its own process: two routers (7 cycles each), a link (8) between them, and the 4
// flits of a word behind its head, there and back.
TEST(StartUp, OfOneClusterByItself) {
    const test::DescribedMachine ring(TEST_MACHINES "/ring8.json");
    const Description& description = ring.description;
    const int ranks[8] = {1};
    const Cycles way = 7 + 8 + 7 + 4;
    EXPECT_EQ(start_up(description, ranks, small, {}).time,
              description.spawn_process + description.process_start + way + description.word_receive +
                  description.word_send + way + description.word_receive);
}

} // namespace
} // namespace sartor::machine::manycore
