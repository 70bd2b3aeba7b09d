// Copies inside a node's memory: each expected number with its arithmetic.
#include <cstdlib>

#include <gtest/gtest.h>

#include "emulation/run.hpp"
#include "tests/support/machines.hpp"

namespace sartor::machine::manycore {
namespace {

// A run in which something happens at time 0, on a machine whose DDR is slower than a core: a byte takes it
// 100 cycles, reading and writing 200.
class Copies : public ::testing::Test {
  protected:
    Copies() : run_(description()) {
        the_run = &run_;
        run_.in_event = true;
    }
    ~Copies() override { the_run = nullptr; }

    [[nodiscard]] static const Description& description() {
        static const test::DescribedMachine andey(TEST_MACHINES "/mppa256-andey.json");
        static const Description slow = [] {
            Description changed = andey.description;
            changed.ddr_rate = {1, 100};
            changed.io_slowdown = {4, 1};
            return changed;
        }();
        return slow;
    }
    [[nodiscard]] static int io(int subsystem) {
        return static_cast<int>(description().clusters) + subsystem;
    }

    manycore::Run run_;
};

TEST_F(Copies, InAClusterDependOnTheirLengthAlone) {
    EXPECT_EQ(copy(3, 1000), 1280) << "25/32 bytes a cycle";
    EXPECT_EQ(copy(3, 1000), 1280);
    EXPECT_EQ(run_.chip.node(3).memory_bytes, 4000) << "read and written, twice";
}

TEST_F(Copies, OffTheChipShareWhatTheMemoryGives) {
    EXPECT_EQ(copy(io(0), 1000), 50000) << "1000 * 200, of a core on which software takes 4 times as long";
    EXPECT_EQ(copy(io(0), 1000), 100000) << "behind the first";
    EXPECT_EQ(copy(io(1), 1000), 50000) << "another subsystem has memory of its own";
    EXPECT_EQ(run_.chip.node(io(0)).memory_bytes, 4000);
}

} // namespace
} // namespace sartor::machine::manycore
