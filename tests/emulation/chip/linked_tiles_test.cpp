// Messages from chip to chip: each expected number with its arithmetic.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emulation/chip/chip.hpp"
#include "emulation/noc/links.hpp"
#include "tests/support/machines.hpp"

namespace sartor::machine::manycore {
namespace {

constexpr int cores = 64; // of a chip, for programs

// Two chips: node (1,6) of the first is linked to (1,0) of the second. The first core of each is at (1,1).
const test::DescribedMachine& pair() {
    static const test::DescribedMachine machine(TEST_MACHINES "/wormhole-n300.json");
    return machine;
}

// Four by two chips.
const test::DescribedMachine& mesh() {
    static const test::DescribedMachine machine(TEST_MACHINES "/wormhole-t3000.json");
    return machine;
}

void play(Chip& chip) {
    while (!chip.events.empty()) chip.events.run_next();
}

void note(void* object, Cycles now) {
    *static_cast<Cycles*>(object) = now;
}

struct Sent {
    Cycles left = -1;
    Cycles arrived = -1;
};

Sent times_of(int from, int to, std::int64_t bytes, Transfer::Driver driver) {
    Chip chip(pair().description);
    Sent sent;
    Transfer transfer;
    transfer.from = from;
    transfer.to = to;
    transfer.left = bytes;
    transfer.driver = driver;
    transfer.injected = [](void* object, Cycles now) { static_cast<Sent*>(object)->left = now; };
    transfer.arrived = [](void* object, Cycles now) { static_cast<Sent*>(object)->arrived = now; };
    transfer.object = &sent;
    chip.start(transfer, 0);
    play(chip);
    return sent;
}

Cycles time_of_word(const Description& machine, int from, int to) {
    Chip chip(machine);
    Cycles arrived = -1;
    chip.signal(from, to, 0, &note, &arrived);
    play(chip);
    return arrived;
}

Cycles of_one_write(int hops, std::int64_t bytes) {
    const noc::Description& chip = pair().networks;
    return chip.issue_cycles + chip.core_latency + 2 * chip.interface_cycles + hops * chip.hop_cycles +
           (bytes + chip.flit_bytes - 1) / chip.flit_bytes;
}

// At 12.5 bytes a cycle; each 1500 bytes have 50 more.
Cycles of_sending(std::int64_t bytes) {
    return ((bytes + (bytes + 1499) / 1500 * 50) * 2 + 24) / 25;
}
Cycles of_one_link(std::int64_t bytes) {
    return pair().links.link_start + of_sending(bytes) + pair().links.link_latency;
}

// The links between chips that were used.
std::vector<std::string> links_used(const Interconnect& networks) {
    std::vector<std::string> names;
    for (int link = 0; link < networks.link_count(); ++link) {
        char name[128];
        networks.name_link(link, name, sizeof name);
        if (networks.busy(link) > 0 && std::string(name).starts_with("between")) names.emplace_back(name);
    }
    return names;
}

TEST(LinkedTiles, AChipsOwnMessagesAreThoseOfOneChip) {
    static const test::DescribedMachine single(TEST_MACHINES "/wormhole-n150.json");
    for (const int to : {1, 9, 40}) {
        EXPECT_EQ(time_of_word(pair().description, 0, to), time_of_word(single.description, 0, to));
        EXPECT_EQ(time_of_word(pair().description, cores, cores + to),
                  time_of_word(single.description, 0, to));
    }
}

TEST(LinkedTiles, AWordIsWrittenToTheLinkSentAndWrittenOn) {
    EXPECT_EQ(time_of_word(pair().description, 0, cores),
              of_one_write(5, 8) + of_one_link(8) + of_one_write(1, 8));
    EXPECT_EQ(time_of_word(pair().description, cores, 0),
              of_one_write(1, 8) + of_one_link(8) + of_one_write(5, 8));
}

// A request to the node that sends the data, which reads them around the ring of the column.
TEST(LinkedTiles, DataAreReadByTheNodeAtTheLink) {
    const noc::Description& chip = pair().networks;
    const Cycles request = of_one_write(1, 32) + of_one_link(32);
    const Cycles reading = chip.issue_cycles + chip.rows * chip.hop_cycles + 4 * chip.interface_cycles +
                           chip.core_latency + 4096 / chip.flit_bytes + chip.complete_cycles;
    const Sent sent = times_of(0, cores, 4096, Transfer::Driver::reader);
    EXPECT_EQ(sent.left, request + reading);
    EXPECT_EQ(sent.arrived, sent.left + of_one_link(4096) + of_one_write(1, 4096) + chip.complete_cycles);
}

// Packets of 8192 bytes follow each other at the rate of the link.
TEST(LinkedTiles, LongDataTakeTheTimeOfTheLink) {
    for (const auto driver : {Transfer::Driver::core, Transfer::Driver::reader}) {
        const Cycles ten = times_of(0, cores, 10 * 8192, driver).arrived;
        const Cycles eleven = times_of(0, cores, 11 * 8192, driver).arrived;
        EXPECT_EQ(eleven - ten, of_sending(8192));
    }
    const Sent written = times_of(0, cores, 8192, Transfer::Driver::core);
    EXPECT_LT(written.left + of_one_link(8192), written.arrived);
    EXPECT_GT(times_of(0, cores, 0, Transfer::Driver::core).arrived, 0);
    EXPECT_GT(times_of(0, cores, 0, Transfer::Driver::reader).arrived, 0);
}

// Chip 0 is at one corner of the mesh, chip 7 at the other.
TEST(LinkedTiles, TakeTheShortestWay) {
    for (const auto& [to, links] : {std::pair{1, 1}, {3, 3}, {4, 1}, {7, 4}}) {
        Chip chip(mesh().description);
        Cycles arrived = -1;
        chip.signal(0, to * cores, 0, &note, &arrived);
        play(chip);
        EXPECT_GT(arrived, links * mesh().links.link_latency);
        EXPECT_EQ(links_used(chip.networks()).size(), static_cast<std::size_t>(links)) << "to chip " << to;
    }
}

TEST(LinkedTiles, ParallelLinksShareTargets) {
    Chip chip(mesh().description);
    Cycles arrived[2] = {};
    for (const int core : {0, 1}) chip.signal(1 * cores, 2 * cores + core, 0, &note, &arrived[core]);
    play(chip);
    EXPECT_EQ(links_used(chip.networks()),
              (std::vector<std::string>{"between chips, from (6,0) of chip 1 to (6,0) of chip 2",
                                        "between chips, from (4,0) of chip 1 to (4,0) of chip 2"}));
}

} // namespace
} // namespace sartor::machine::manycore
