// What transfers and messages do to each other on shared links: laws, and the cases in which they did not
// hold.
#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "emulation/chip/grid.hpp"
#include "tests/support/machines.hpp"

namespace sartor::machine::manycore {
namespace {

using Driver = Transfer::Driver;

// Of the Bostan: routers 7 cycles, links 8, flits of 4 bytes, packets of 32 + 2 flits: 64/17 = 3.76 B/cycle.
const Description& bostan() {
    static const test::DescribedMachine machine(TEST_MACHINES "/mppa256-bostan.json");
    return machine.description;
}

constexpr Cycles packet = 34;
constexpr int io = 16; // the first I/O subsystem

struct Flow {
    int from = 0;
    int to = 0;
    std::int64_t bytes = 0;
    Cycles start = 0;
    Driver driver = Driver::dma;
};

// The cycles of each flow from its start to its arrival.
std::vector<Cycles> times_of(const std::vector<Flow>& flows, const Description& description = bostan()) {
    struct Started {
        Chip* chip = nullptr;
        Transfer transfer;
        Cycles arrived = -1;
        Cycles injected = -1;
    };
    Chip chip(description);
    std::vector<Started> all(flows.size());
    for (std::size_t index = 0; index < flows.size(); ++index) {
        Started& one = all[index];
        one.chip = &chip;
        one.transfer.from = flows[index].from;
        one.transfer.to = flows[index].to;
        one.transfer.left = flows[index].bytes;
        one.transfer.driver = flows[index].driver;
        one.transfer.injected = [](void* object, Cycles now) {
            static_cast<Started*>(object)->injected = now;
        };
        one.transfer.arrived = [](void* object, Cycles now) { static_cast<Started*>(object)->arrived = now; };
        one.transfer.object = &one;
        chip.events.plan(
            flows[index].start,
            [](void* object, Cycles now) {
                auto& started = *static_cast<Started*>(object);
                started.chip->start(started.transfer, now);
            },
            &one);
    }
    while (!chip.events.empty()) chip.events.run_next();
    std::vector<Cycles> times;
    for (std::size_t index = 0; index < flows.size(); ++index) {
        const Cycles drain = flows[index].driver == Driver::dma ? description.dma_drain : 0;
        EXPECT_GE(all[index].injected, flows[index].start) << "of flow " << index;
        EXPECT_GE(all[index].arrived, flows[index].start) << "of flow " << index;
        EXPECT_LE(all[index].injected, all[index].arrived + drain) << "of flow " << index;
        times.push_back(all[index].arrived - flows[index].start);
    }
    return times;
}

Cycles time_alone(const Flow& flow) {
    return times_of({flow})[0];
}

// All clusters of the rows of four send to the one so many further in theirs.
std::vector<Flow> shifted(int by, std::int64_t bytes) {
    std::vector<Flow> flows;
    for (int cluster = 0; cluster < 16; ++cluster)
        flows.push_back({cluster, cluster / 4 * 4 + (cluster + by) % 4, bytes});
    return flows;
}

// Flows that start in the first 50,000 cycles.
std::vector<Flow> random_flows(std::uint32_t seed, int count) {
    std::mt19937 random(seed);
    std::vector<Flow> flows;
    for (int index = 0; index < count; ++index)
        flows.push_back({static_cast<int>(random() % 16), static_cast<int>(random() % 16),
                         static_cast<std::int64_t>(random() % 20000), static_cast<Cycles>(random() % 50000),
                         random() % 4 == 0 ? Driver::core : Driver::dma});
    return flows;
}

Cycles sum_of(const std::vector<Cycles>& times, std::size_t count) {
    Cycles sum = 0;
    for (std::size_t index = 0; index < count; ++index) sum += times[index];
    return sum;
}

TEST(Contention, ASharedLinkWorksAllTheTime) {
    const std::vector<Flow> flows = {{4, 5, 65536}, {6, 5, 65536}, {1, 5, 65536}, {9, 5, 65536}};
    const std::vector<Cycles> times = times_of(flows);
    EXPECT_EQ(*std::ranges::max_element(times), 63 + 37 + 4 * 17408)
        << "start, 3 hops, and all flits over the link into cluster 5 one after the other";
}

TEST(Contention, FlowsShareALinkEvenly) {
    const std::vector<Cycles> both = times_of({{0, 2, 262144}, {1, 2, 262144}});
    EXPECT_NEAR(static_cast<double>(both[0]), static_cast<double>(both[1]), 2 * packet);
    // 16 KiB are 4352 flits; the other flow's packets take as long meanwhile.
    const std::vector<Cycles> uneven = times_of({{0, 2, 262144}, {1, 2, 16384}});
    EXPECT_NEAR(static_cast<double>(uneven[1]), 63 + 37 + 2 * 4352, 3 * packet);
    EXPECT_NEAR(static_cast<double>(uneven[0]), 63 + 52 + 69632 + 4352, 3 * packet)
        << "4 hops: 4 * 7 + 3 * 8 = 52";
}

// x + 2: in each row of a torus of four every link has two flows, 1.88 of 3.76 B/cycle each.
TEST(Contention, BurstsDoNotMatterBetweenInterfaces) {
    for (const int burst : {1, 4, 32, 256}) {
        Description description = bostan();
        description.burst_packets = burst;
        const std::vector<Cycles> times = times_of(shifted(2, 262144), description);
        for (const Cycles time : times)
            EXPECT_NEAR(262144.0 / static_cast<double>(time), 1.88, 0.02) << burst << " packets";
    }
}

TEST(Contention, OfOneInterfaceBurstsMatterForTheirOwnTimeOnly) {
    const std::vector<Flow> flows = {{0, 1, 65536}, {0, 4, 65536}};
    Description one = bostan();
    one.burst_packets = 1;
    const std::vector<Cycles> fine = times_of(flows, one);
    for (const int burst : {4, 32, 256}) {
        Description coarse = bostan();
        coarse.burst_packets = burst;
        const std::vector<Cycles> times = times_of(flows, coarse);
        for (std::size_t index = 0; index < flows.size(); ++index)
            EXPECT_NEAR(static_cast<double>(times[index]), static_cast<double>(fine[index]),
                        static_cast<double>(burst * packet));
    }
}

TEST(Contention, DisjointFlowsDoNotKnowOfEachOther) {
    const std::vector<Flow> flows = {
        {0, 1, 70000}, {4, 6, 5000, 100}, {8, 9, 100, 3000, Driver::core}, {15, 11, 33333}};
    const std::vector<Cycles> together = times_of(flows);
    for (std::size_t index = 0; index < flows.size(); ++index)
        EXPECT_EQ(together[index], time_alone(flows[index])) << index;
}

// Nobody is faster with others than alone, and the flows together are not when there are more of them.
TEST(Contention, MoreLoadMakesNothingFaster) {
    constexpr std::size_t count = 60;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const std::vector<Flow> flows = random_flows(seed, 2 * count);
        const std::vector<Flow> some(flows.begin(), flows.begin() + count);
        const std::vector<Cycles> few = times_of(some);
        const std::vector<Cycles> many = times_of(flows);
        for (std::size_t index = 0; index < count; ++index)
            EXPECT_GE(few[index], time_alone(flows[index])) << "seed " << seed << ", flow " << index;
        EXPECT_GE(sum_of(many, count), sum_of(few, count)) << "seed " << seed;
    }
}

// The routes of x + 2 contain those of x + 1.
TEST(Contention, APatternThatContainsAnotherIsNotFaster) {
    for (const std::int64_t bytes : {128, 4096, 65536, 262144}) {
        const std::vector<Cycles> contained = times_of(shifted(1, bytes));
        const std::vector<Cycles> containing = times_of(shifted(2, bytes));
        EXPECT_GE(*std::ranges::min_element(containing), *std::ranges::max_element(contained)) << bytes;
    }
}

// A core of an I/O subsystem pushes 2/27 B/cycle, a fiftieth of what a link carries, into a cluster.
TEST(Contention, ASlowStreamHardlyDelaysOthers) {
    const Flow slow = {io, 5, 65536, 0, Driver::core};
    for (const std::int64_t bytes : {0, 1024, 65536}) {
        const Flow message = {6, 5, bytes, 20000};
        const Cycles alone = time_alone(message);
        const Cycles beside = times_of({slow, message})[1];
        EXPECT_GE(beside, alone);
        EXPECT_LE(static_cast<double>(beside), 1.05 * static_cast<double>(alone) + packet)
            << bytes << " bytes";
    }
    EXPECT_LE(static_cast<double>(times_of({slow, {6, 5, 262144, 20000}})[0]),
              1.01 * static_cast<double>(time_alone(slow)));
}

TEST(Contention, AControlMessageWaitsForOnePacket) {
    Chip chip(bostan());
    Transfer transfer;
    transfer.from = 6;
    transfer.to = 5;
    transfer.left = 262144;
    transfer.driver = Driver::dma;
    transfer.injected = transfer.arrived = [](void*, Cycles) {};
    chip.start(transfer, 0);
    Control control;
    Cycles handled = 0;
    control.from = 4;
    control.to = 5;
    control.bytes = 248;
    control.handled = [](void* object, Cycles now) { *static_cast<Cycles*>(object) = now; };
    control.object = &handled;
    chip.post(control, 5000);
    while (!chip.events.empty()) chip.events.run_next();
    const Cycles alone = 37 + 66 + bostan().control_handle;
    EXPECT_LE(handled - 5000, alone + 3 * packet)
        << "those that are on their way to the link already go first";
}

// Queues fill up, and nothing is lost or stands still for ever, in rings neither.
TEST(Contention, AllArriveWhenAllQueuesAreFull) {
    Description small = bostan();
    small.router_queue = 1; // two of the longest worms are the least that a queue takes
    std::vector<Flow> flows;
    for (int round = 0; round < 8; ++round)
        for (int from = 0; from < 16; ++from)
            for (int to = 0; to < 16; ++to) flows.push_back({from, to, 2000});
    for (const Cycles time : times_of(flows, small)) EXPECT_GT(time, 0);
}

// Worms of one sender to one receiver, short and long ones, beside transfers.
TEST(Contention, NobodyIsOvertakenOnTheSameRoute) {
    struct Sent {
        Chip* chip = nullptr;
        int from = 0;
        int to = 0;
        Cycles flits = 0;
        std::vector<const Sent*>* arrived = nullptr;
    };
    std::mt19937 random(1);
    Chip chip(bostan());
    std::vector<const Sent*> arrived;
    std::vector<Sent> all(20000);
    for (Sent& one : all) {
        one = {&chip, static_cast<int>(random() % 16), static_cast<int>(random() % 16),
               4 + static_cast<Cycles>(random() % 64), &arrived};
        chip.events.plan(
            static_cast<Cycles>(&one - all.data()) * 4,
            [](void* object, Cycles now) {
                auto& sent = *static_cast<Sent*>(object);
                static_cast<Grid&>(sent.chip->networks())
                    .data()
                    .send(
                        now, sent.from, sent.to, sent.flits,
                        [](void* there, Cycles) {
                            const auto* message = static_cast<Sent*>(there);
                            message->arrived->push_back(message);
                        },
                        object);
            },
            &one);
    }
    std::vector<Transfer> transfers(300);
    for (Transfer& transfer : transfers) {
        transfer.from = static_cast<int>(random() % 16);
        transfer.to = static_cast<int>(random() % 16);
        transfer.left = static_cast<std::int64_t>(random() % 10000);
        transfer.driver = random() % 2 == 0 ? Driver::core : Driver::dma;
        transfer.injected = transfer.arrived = [](void*, Cycles) {};
        chip.start(transfer, static_cast<Cycles>(random() % 80000));
    }
    while (!chip.events.empty()) chip.events.run_next();
    ASSERT_EQ(arrived.size(), all.size());
    std::map<std::pair<int, int>, const Sent*> last;
    for (const Sent* one : arrived) {
        const Sent*& before = last[{one->from, one->to}];
        EXPECT_LT(before, one);
        before = one;
    }
}

// A memory off the chip is busy all the time, and interfaces share it.
TEST(Contention, AMemoryOffTheChipWorksAllTheTime) {
    std::vector<Flow> flows;
    for (int cluster = 0; cluster < 16; ++cluster) flows.push_back({cluster, io, 262144});
    const std::vector<Cycles> times = times_of(flows);
    const double most = 16 * 262144 / 17.0 + 16 * 123;
    EXPECT_NEAR(static_cast<double>(*std::ranges::max_element(times)), most, 0.01 * most)
        << "17 B/cycle, and 123 cycles for each transfer";
}

} // namespace
} // namespace sartor::machine::manycore
