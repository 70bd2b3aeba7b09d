// Messages on networks that serve reads: each expected number with its arithmetic, and the same reads as a
// replay plays them.
#include <vector>

#include <gtest/gtest.h>

#include "emulation/chip/chip.hpp"
#include "emulation/noc/programs.hpp"
#include "tests/support/machines.hpp"

namespace sartor::machine::manycore {
namespace {

const test::DescribedMachine& wormhole() {
    static const test::DescribedMachine machine(TEST_MACHINES "/wormhole-n150.json");
    return machine;
}

// Nodes are cores of programs: 0 is at (1,1), 1 at (2,1), 7 at (9,1), 8 at (1,2).
int tile_of(int node) {
    const noc::Description& networks = wormhole().networks;
    int tile = 0;
    for (int left = node; left > 0 || !networks.ranks[static_cast<std::size_t>(tile)]; ++tile)
        left -= networks.ranks[static_cast<std::size_t>(tile)] ? 1 : 0;
    return tile;
}

struct Sent {
    Cycles left = -1;
    Cycles arrived = -1;
};

void play(Chip& chip) {
    while (!chip.events.empty()) chip.events.run_next();
}

Cycles time_of_word(int from, int to) {
    Chip chip(wormhole().description);
    Sent sent;
    chip.signal(
        from, to, 0, [](void* object, Cycles now) { static_cast<Sent*>(object)->arrived = now; }, &sent);
    play(chip);
    return sent.arrived;
}

Transfer transfer_of(int from, int to, std::int64_t bytes, Transfer::Driver driver, Sent& sent) {
    Transfer transfer;
    transfer.from = from;
    transfer.to = to;
    transfer.left = bytes;
    transfer.driver = driver;
    transfer.injected = [](void* object, Cycles now) { static_cast<Sent*>(object)->left = now; };
    transfer.arrived = [](void* object, Cycles now) { static_cast<Sent*>(object)->arrived = now; };
    transfer.object = &sent;
    return transfer;
}

Sent times_of(int from, int to, std::int64_t bytes, Transfer::Driver driver) {
    Chip chip(wormhole().description);
    Sent sent;
    Transfer transfer = transfer_of(from, to, bytes, driver, sent);
    chip.start(transfer, 0);
    play(chip);
    return sent;
}

// Of a write: the interface reads what it sends; an interface at both ends; a header.
Cycles of_one_write(int hops, std::int64_t bytes) {
    const noc::Description& chip = wormhole().networks;
    return chip.issue_cycles + chip.core_latency + 2 * chip.interface_cycles + hops * chip.hop_cycles +
           (bytes + chip.flit_bytes - 1) / chip.flit_bytes;
}

TEST(Tiles, WordsTakeTheNetworkWithTheFewerHops) {
    EXPECT_EQ(time_of_word(0, 0), of_one_write(0, 8));
    EXPECT_EQ(time_of_word(0, 1), of_one_write(1, 8));
    EXPECT_EQ(time_of_word(1, 0), of_one_write(1, 8));
    EXPECT_EQ(time_of_word(0, 7), of_one_write(2, 8)) << "by way of (0,1)";
    EXPECT_EQ(time_of_word(0, 8 * 5), of_one_write(6, 8)) << "from row 1 to row 7: there are none in row 6";
}

TEST(Tiles, AControlMessageIsHandledByTheServer) {
    const Description& description = wormhole().description;
    Chip chip(description);
    Sent sent;
    Control control;
    control.from = 0;
    control.to = 9;
    control.bytes = description.control_bytes;
    control.handled = [](void* object, Cycles now) { static_cast<Sent*>(object)->arrived = now; };
    control.object = &sent;
    chip.post(control, 0);
    play(chip);
    EXPECT_EQ(sent.arrived, of_one_write(2, description.control_bytes) + description.control_handle);
}

// Request and data go once around the ring of the row, with an interface at both ends of each.
TEST(Tiles, DataAreReadByTheirReceiver) {
    const noc::Description& chip = wormhole().networks;
    const Cycles there = chip.issue_cycles + chip.columns * chip.hop_cycles + 4 * chip.interface_cycles +
                         chip.core_latency + 4096 / chip.flit_bytes;
    for (const int from : {0, 2, 7}) {
        const Sent sent = times_of(from, 1, 4096, Transfer::Driver::reader);
        EXPECT_EQ(sent.left, there);
        EXPECT_EQ(sent.arrived, there + chip.complete_cycles);
    }
}

TEST(Tiles, DataThatAreWrittenLeaveBeforeTheyArrive) {
    const noc::Description& chip = wormhole().networks;
    const Sent sent = times_of(0, 1, 4096, Transfer::Driver::core);
    EXPECT_EQ(sent.left, chip.issue_cycles + chip.core_latency + 4096 / chip.flit_bytes);
    EXPECT_EQ(sent.arrived, of_one_write(1, 4096));
}

TEST(Tiles, MayBeWithoutData) {
    EXPECT_GT(times_of(0, 1, 0, Transfer::Driver::reader).arrived, 0);
    EXPECT_GT(times_of(0, 1, 0, Transfer::Driver::core).arrived, 0);
}

// Reads of a run are those of a replay, also where they contend: all of a few cores read from node 0.
TEST(Tiles, ReadAsAReplayDoes) {
    constexpr int readers = 9;
    constexpr int bytes = 20'000;
    Chip chip(wormhole().description);
    std::vector<Sent> sent(readers);
    std::vector<Transfer> transfers;
    std::vector<noc::Program> programs;
    for (int reader = 0; reader < readers; ++reader) {
        const int node = 1 + 5 * reader;
        transfers.push_back(
            transfer_of(0, node, bytes, Transfer::Driver::reader, sent[static_cast<std::size_t>(reader)]));
        const int columns = wormhole().networks.columns;
        const int x = tile_of(node) % columns - 1;
        const int y = tile_of(node) / columns - 1;
        const bool upwards = x + y <= (x > 0 ? columns - x : 0) + (y > 0 ? wormhole().networks.rows - y : 0);
        const auto network = static_cast<std::uint8_t>(upwards ? 0 : 1);
        programs.push_back({tile_of(node),
                            {{noc::Kind::read, network, tile_of(0), bytes, 0, 0},
                             {noc::Kind::mark, 0, 0, 0, 1, 0},
                             {noc::Kind::barrier, network, 0, 0, 0, 0}}});
    }
    for (Transfer& transfer : transfers) chip.start(transfer, 0);
    play(chip);
    noc::play(wormhole().networks, programs);
    for (int reader = 0; reader < readers; ++reader)
        EXPECT_EQ(sent[static_cast<std::size_t>(reader)].arrived,
                  programs[static_cast<std::size_t>(reader)].events.back().time)
            << "reader " << reader;
}

TEST(Tiles, LinksTellWhatWentOverThem) {
    Chip chip(wormhole().description);
    Sent sent;
    Transfer transfer = transfer_of(0, 2, 3200, Transfer::Driver::core, sent);
    chip.start(transfer, 0);
    play(chip);
    const Interconnect& networks = chip.networks();
    EXPECT_EQ(networks.flit_hops(), 101 * 3) << "two links and the interface";
    const int hottest = networks.hottest();
    ASSERT_GE(hottest, 0);
    EXPECT_EQ(networks.busy(hottest), 101);
    char name[64];
    networks.name_link(hottest, name, sizeof name);
    EXPECT_STREQ(name, "network 0, from (1,1) to (2,1)");
    EXPECT_EQ(networks.use_of(hottest).from, 0);
    EXPECT_EQ(networks.use_of(hottest).to, 1);
}

} // namespace
} // namespace sartor::machine::manycore
