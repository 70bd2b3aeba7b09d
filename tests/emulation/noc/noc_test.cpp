// Reads over the networks of a small chip, with the arithmetic behind the expected cycles.
#include "emulation/noc/chip.hpp"
#include "emulation/noc/programs.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace sartor::machine::noc {
namespace {

constexpr int columns = 5;
constexpr int rows = 4;

// Five columns and four rows of cores; the last node is a memory off the chip.
Description small_chip() {
    Description chip;
    chip.columns = columns;
    chip.rows = rows;
    constexpr std::size_t last = columns * rows - 1;
    std::fill_n(chip.cores.begin(), last, true);
    chip.memories[last] = true;
    chip.flit_bytes = 32;
    chip.packet_bytes = 8192;
    chip.hop_cycles = 9;
    chip.interface_cycles = 5;
    chip.queue_flits = 16;
    chip.response_channels = 2;
    chip.issue_cycles = 10;
    chip.complete_cycles = 20;
    chip.request_queue = 2;
    chip.core_latency = 50;
    chip.core_gap = 7;
    chip.core_depth = 4;
    chip.memory_latency = 100;
    chip.memory_depth = 4;
    chip.memory_rate = {16, 1};
    chip.stall_share = {1, 2};
    return chip;
}

// A core that issues reads of so many bytes, a cycle apart, and waits for them.
Program reader(int node, int target, int bytes, int reads = 1, int network = 0) {
    Program program{node, {}};
    for (int read = 0; read < reads; ++read)
        program.events.push_back(
            {Kind::read, static_cast<std::uint8_t>(network), target, bytes, read == 0 ? 0 : 1, 0});
    program.events.push_back({Kind::mark, 0, 0, 0, 1, 0});
    program.events.push_back({Kind::barrier, static_cast<std::uint8_t>(network), 0, 0, 0, 0});
    return program;
}

Cycles end_of(const Program& program) {
    return program.events.back().time;
}

Cycles played_alone(const Description& chip, Program program) {
    std::vector<Program> programs{std::move(program)};
    play(chip, programs);
    return end_of(programs.front());
}

// Way there and back go once around the ring of each axis on which the nodes differ. Each way has an
// interface at both ends; the tail comes a flit after each other.
Cycles of_one_read(const Description& chip, int hops, Cycles latency, int flits) {
    return chip.issue_cycles + hops * chip.hop_cycles + 4 * chip.interface_cycles + latency + flits - 1 +
           chip.complete_cycles;
}

TEST(Reads, TakeTheWayThereAndBack) {
    const Description chip = small_chip();
    const int from = chip.node(1, 1);
    const int data = 1024 / 32 + 1; // with a header
    for (const int network : {0, 1}) {
        EXPECT_EQ(played_alone(chip, reader(from, chip.node(2, 1), 1024, 1, network)),
                  of_one_read(chip, columns, 50, data));
        EXPECT_EQ(played_alone(chip, reader(from, chip.node(1, 3), 1024, 1, network)),
                  of_one_read(chip, rows, 50, data));
        EXPECT_EQ(played_alone(chip, reader(from, chip.node(0, 2), 1024, 1, network)),
                  of_one_read(chip, columns + rows, 50, data));
        EXPECT_EQ(played_alone(chip, reader(from, from, 1024, 1, network)), of_one_read(chip, 0, 50, data));
    }
}

TEST(Reads, OfMemoryTakeItsLatency) {
    const Description chip = small_chip();
    EXPECT_EQ(played_alone(chip, reader(0, chip.node(4, 3), 64)), of_one_read(chip, columns + rows, 100, 3));
}

// An interface sends one response after the other, with its gap between: 33 + 7 cycles.
TEST(Reads, OfOneCoreFollowEachOther) {
    const Description chip = small_chip();
    const Cycles one = played_alone(chip, reader(0, 1, 1024));
    EXPECT_EQ(played_alone(chip, reader(0, 1, 1024, 4)), one + 3 * (33 + 7));
}

// 1024 bytes at 16 bytes a cycle, longer than their 33 flits.
TEST(Reads, OfOneMemoryFollowAtItsRate) {
    const Description chip = small_chip();
    const int memory = chip.node(4, 3);
    const Cycles one = played_alone(chip, reader(0, memory, 1024));
    EXPECT_EQ(played_alone(chip, reader(0, memory, 1024, 4)), one + 3 * 64);
}

// 20,000 bytes are two packets of 8192 bytes, 257 flits each, and one of 3616, 114 flits.
TEST(Reads, LongerThanAPacketAreSeveral) {
    const Description chip = small_chip();
    EXPECT_EQ(played_alone(chip, reader(0, 1, 20'000)),
              of_one_read(chip, columns, 50, 257) + 7 + 257 + 7 + 114 - 1 + 1);
}

// Data from 0 to 2 and from 1 to 3 share the link from 1 to 2, on network 0; on other rows nothing is shared.
TEST(Reads, ShareLinks) {
    const Description chip = small_chip();
    std::vector<Program> apart{reader(2, 0, 8192), reader(chip.node(3, 1), chip.node(1, 1), 8192)};
    play(chip, apart);
    const Cycles alone = played_alone(chip, reader(2, 0, 8192));
    EXPECT_EQ(end_of(apart[0]), alone);
    EXPECT_EQ(end_of(apart[1]), alone);
    std::vector<Program> together{reader(2, 0, 8192), reader(3, 1, 8192)};
    const Played played = play(chip, together);
    EXPECT_GT(end_of(together[0]), alone + 200) << "both get half of the link's 257 flits";
    EXPECT_LE(played.length, alone + 257 + 10);
    EXPECT_EQ(played.reads, 2);
}

// Networks do not share anything: data of both come into one core's memory as fast as data of one.
TEST(Reads, OfBothNetworksComeAtOnce) {
    const Description chip = small_chip();
    std::vector<Program> both{reader(0, 1, 8192, 1, 0), reader(0, 3, 8192, 1, 1)};
    EXPECT_EQ(play(chip, both).length, played_alone(chip, reader(0, 1, 8192)));
}

// Core 1 sends 8 KiB on network 0 alone, while its data on network 1 share a link with others': its interface
// there has to wait, and takes a share of the memory's flits.
TEST(Reads, OfACoreWhoseOtherInterfaceWaitsAreSlower) {
    Description chip = small_chip();
    const auto end = [&] {
        // On network 1, data of 2 and 1 go over the link from 1 to 0.
        std::vector<Program> programs{reader(2, 1, 8192, 2, 0), reader(0, 1, 8192, 2, 1),
                                      reader(4, 2, 8192, 2, 1)};
        play(chip, programs);
        return end_of(programs[0]);
    };
    const Cycles half = end();
    chip.stall_share = {1, 1'000'000};
    EXPECT_EQ(end(), played_alone(chip, reader(2, 1, 8192, 2)));
    EXPECT_GT(half, end() + 50);
}

// All others read two kilobytes each from node 0, several times: nobody is left out, and nothing is
// lost.
TEST(Reads, OfManyCoresAreServedInTurns) {
    const Description chip = small_chip();
    std::vector<Program> programs;
    for (int node = 0; node < columns * rows - 1; ++node) programs.push_back(reader(node, 0, 2048, 4));
    const Played played = play(chip, programs);
    const Cycles served = 4 * (columns * rows - 1) * (65 + 7);
    EXPECT_GE(played.length, served);
    EXPECT_LE(played.length, served + 400);
    for (const Program& program : programs) EXPECT_GT(end_of(program), 4 * (65 + 7));
}

// What the chip says about writes of one core, in the order of their packets.
std::vector<Chip::Arrival> written(const Description& description, int from, int to, std::int64_t bytes,
                                   int network) {
    Chip chip(description);
    chip.write(network, from, to, bytes, 7, 0);
    std::vector<Chip::Arrival> seen;
    for (Cycles now = 0; !chip.is_idle();) {
        now = chip.step(now);
        for (std::size_t index = 0; index < chip.arrivals().size(); ++index)
            seen.push_back(chip.arrivals()[index]);
    }
    return seen;
}

// The interface reads the data first; nothing comes back. 100 bytes are four flits, with a header.
TEST(Writes, TakeOneWay) {
    const Description chip = small_chip();
    for (const int network : {0, 1}) {
        const auto seen = written(chip, chip.node(1, 1), chip.node(1, 1), 100, network);
        ASSERT_EQ(seen.size(), 2U);
        EXPECT_EQ(seen[0].what, Seen::left);
        EXPECT_EQ(seen[0].time, chip.core_latency + 4);
        EXPECT_EQ(seen[1].what, Seen::written);
        EXPECT_EQ(seen[1].owner, 7);
        EXPECT_EQ(seen[1].time, chip.core_latency + 2 * chip.interface_cycles + 4);
    }
    const Cycles base = chip.core_latency + 2 * chip.interface_cycles + 4;
    EXPECT_EQ(written(chip, 0, chip.node(2, 1), 100, 0)[1].time, base + 3 * 9);
    EXPECT_EQ(written(chip, 0, chip.node(2, 1), 100, 1)[1].time, base + (columns - 2 + rows - 1) * 9);
}

// 20,000 bytes are packets of 257, 257 and 114 flits.
TEST(Writes, LongerThanAPacketAreSeveral) {
    const Description chip = small_chip();
    const auto seen = written(chip, 0, 1, 20'000, 0);
    ASSERT_EQ(seen.size(), 6U);
    EXPECT_EQ(seen.back().time, chip.core_latency + 2 * chip.interface_cycles + 9 + 257 + 257 + 114 - 1);
}

// A write and a read's request to one core do not overtake each other; nobody waits for ever.
TEST(Writes, AndReadsOfAllCoresArrive) {
    const Description description = small_chip();
    Chip chip(description);
    constexpr int nodes = columns * rows - 1;
    int expected = 0;
    for (int node = 0; node < nodes; ++node)
        for (int other = 0; other < nodes; other += 3) {
            chip.write(node % 2, node, other, 3000, node, 0);
            chip.read(node % 2, node, other, 3000, node);
            expected += 3;
        }
    int seen = 0;
    for (Cycles now = 0; !chip.is_idle();) {
        ASSERT_LT(now, 1'000'000);
        now = chip.step(now);
        seen += static_cast<int>(chip.arrivals().size());
    }
    EXPECT_EQ(seen, expected);
}

// Own time is kept; a barrier with nothing to wait for takes none.
TEST(Programs, KeepTheirOwnTime) {
    const Description chip = small_chip();
    std::vector<Program> programs{{0,
                                   {{Kind::mark, 0, 0, 0, 3, 0},
                                    {Kind::mark, 0, 0, 0, 1000, 0},
                                    {Kind::barrier, 0, 0, 0, 77, 0},
                                    {Kind::mark, 0, 0, 0, 5, 0}}}};
    EXPECT_EQ(play(chip, programs).length, 1008);
    EXPECT_EQ(programs[0].events[2].time, 1003);
}

TEST(Programs, AreTheSameEachTime) {
    const Description chip = small_chip();
    const auto run = [&] {
        std::vector<Program> programs;
        for (int node = 0; node < columns * rows - 1; ++node)
            programs.push_back(reader(node, (node * 7 + 3) % (columns * rows), 4096, 3, node % 2));
        const Played played = play(chip, programs);
        std::vector<Cycles> ends{played.length, played.flits};
        for (const Program& program : programs) ends.push_back(end_of(program));
        return ends;
    };
    EXPECT_EQ(run(), run());
}

TEST(Programs, MayBeNone) {
    std::vector<Program> none;
    EXPECT_EQ(play(small_chip(), none).length, 0);
}

} // namespace
} // namespace sartor::machine::noc
