// Energy: each expected number with its arithmetic.
#include <cstdlib>

#include <gtest/gtest.h>

#include "emulation/observers/energy/energy.hpp"
#include "tests/support/machines.hpp"

namespace sartor::machine::manycore {
namespace {

const Description& machine(const char* name) {
    static const test::DescribedMachine andey(TEST_MACHINES "/mppa256-andey.json");
    static const test::DescribedMachine bostan(TEST_MACHINES "/mppa256-bostan.json");
    static const test::DescribedMachine nanvix(TEST_MACHINES "/mppa256-nanvix.json");
    for (const test::DescribedMachine* one : {&andey, &bostan, &nanvix})
        if (one->file.name == name) return one->description;
    std::abort();
}

// A run with so many ranks in the first clusters, none of which has done anything.
struct Idle : Run {
    Idle(const Description& description, int count) : Run(description) {
        ranks = count;
        pes = allocate<Pe>(static_cast<std::size_t>(count));
    }
    Idle(const Idle&) = delete;
    Idle& operator=(const Idle&) = delete;
    ~Idle() { std::free(pes); }
};

TEST(Energy, OfAChipThatDoesNothingIsThatOfWaiting) {
    const Idle run(machine("mppa256-nanvix"), 2);
    const Energy energy = energy_until(run, 1000);
    EXPECT_EQ(energy.ranks.waiting, 2 * 1000 * 15);
    EXPECT_EQ(energy.idle_pes, (16 * 16 - 2) * 1000 * 15);
    EXPECT_EQ(energy.managers, 18 * 1000 * 15) << "16 clusters, 2 I/O subsystems";
    EXPECT_EQ(energy.chip, 1000 * 5000);
    EXPECT_EQ(energy.total(), 30'000 + 3'810'000 + 270'000 + 5'000'000);
}

// Its PE counts as one without a rank, which waits.
TEST(Energy, CountsWhatANameDaemonDid) {
    Idle run(machine("mppa256-nanvix"), 1);
    const Energy before = energy_until(run, 1000);
    run.chip.node(3).daemon.serve(0, 400);
    const Energy after = energy_until(run, 1000);
    EXPECT_EQ(after.managers - before.managers, 400 * (55 - 15));
    EXPECT_EQ(after.total() - before.total(), 400 * (55 - 15));
}

TEST(Energy, CountsWhatRanksDid) {
    const Idle run(machine("mppa256-nanvix"), 1);
    run.pes[0].clock = 900;
    run.pes[0].computing = 600;
    run.pes[0].communicating = 200;
    const RankEnergy energy = energy_of_rank(run, 0, 1000);
    EXPECT_EQ(energy.computing, 600 * 55);
    EXPECT_EQ(energy.communicating, 200 * 55);
    EXPECT_EQ(energy.waiting, 200 * 15) << "1000 - 600 - 200";
}

TEST(Energy, LeavesOutWhatIsAheadOfTheTime) {
    const Idle run(machine("mppa256-nanvix"), 1);
    run.pes[0].clock = 5000; // of 1000 to 5000 it computes
    run.pes[0].computing = 4000;
    run.pes[0].communicating = 300;
    const RankEnergy energy = energy_of_rank(run, 0, 2000);
    EXPECT_EQ(energy.computing, 1000 * 55) << "4000 - (5000 - 2000)";
    EXPECT_EQ(energy.communicating, 300 * 55);
    EXPECT_EQ(energy.waiting, 700 * 15) << "2000 - 1000 - 300";
}

TEST(Energy, ARankThatSleepsAheadWaits) {
    const Idle run(machine("mppa256-nanvix"), 1);
    run.pes[0].clock = 5000;
    run.pes[0].asleep_until = 5000;
    run.pes[0].computing = 400;
    EXPECT_EQ(energy_of_rank(run, 0, 2000).computing, 400 * 55);
    EXPECT_EQ(energy_of_rank(run, 0, 2000).waiting, 1600 * 15);
}

TEST(Energy, OfServersIsByWhatTheyHaveWorked) {
    Idle run(machine("mppa256-nanvix"), 1);
    run.chip.node(3).server.serve(100, 500); // until 600
    EXPECT_EQ(energy_until(run, 1000).managers, (500 * 55 + 500 * 15) + 17 * 1000 * 15);
    EXPECT_EQ(energy_until(run, 200).managers, (100 * 55 + 100 * 15) + 17 * 200 * 15) << "from 100 to 200";
}

TEST(Energy, OfATransferIsThatOfFlitsAndBytes) {
    Idle run(machine("mppa256-nanvix"), 1);
    Transfer transfer;
    transfer.from = 0;
    transfer.to = 1;
    transfer.left = 4096;
    transfer.driver = Transfer::Driver::dma;
    transfer.injected = [](void*, Cycles) {};
    transfer.arrived = [](void*, Cycles) {};
    run.chip.start(transfer, 0);
    while (!run.chip.events.empty()) run.chip.events.run_next();
    const Energy energy = energy_until(run, 10'000);
    EXPECT_EQ(energy.network, 1088 * 3 * 20) << "4096 B are 1088 flits; into the network, a link, out of it";
    EXPECT_EQ(energy.smem, 2 * 4096 * 2) << "read there, written here";
    EXPECT_EQ(energy.ddr, 0);
}

TEST(Energy, OfAnIoSubsystemIsThatOfItsMemory) {
    Idle run(machine("mppa256-nanvix"), 1);
    run.chip.node(16).memory_bytes = 1000;
    EXPECT_EQ(energy_until(run, 1).ddr, 1000 * 150);
    EXPECT_EQ(energy_until(run, 1).smem, 0);
}

// All of some PEs at work, the others idle.
std::int64_t power_of(const char* name, int working) {
    const Description& description = machine(name);
    const Idle run(description, working);
    for (int rank = 0; rank < working; ++rank) run.pes[rank].clock = run.pes[rank].computing = 1'000'000;
    return milliwatts(energy_until(run, 1'000'000).total(), 1'000'000, description.clock);
}

TEST(Energy, GivesThePowerThatThePapersSay) {
    // (256 * 77 + 20 * 15 + 5000) pJ/cycle * 400 MHz: MPPA-MPI, section I.A, says 10 W.
    EXPECT_EQ(power_of("mppa256-andey", 256), 10004);
    // (192 * 55 + 64 * 15 + 18 * 15 + 5000) pJ/cycle * 500 MHz: LWMPI, section 7.3, saw peaks of 8.5 W, which
    // have the traffic besides.
    EXPECT_EQ(power_of("mppa256-nanvix", 192), 8395);
    // (256 * 77 + 18 * 15 + 5000) pJ/cycle * 500 MHz: predicted; AOS, section 4.1, says typically 12 W.
    EXPECT_EQ(power_of("mppa256-bostan", 256), 12491);
}

} // namespace
} // namespace sartor::machine::manycore
