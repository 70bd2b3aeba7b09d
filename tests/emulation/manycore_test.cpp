// The model of manycores: each expected number with its arithmetic.
#include <vector>

#include <gtest/gtest.h>

#include "emulation/chip/chip.hpp"
#include "tests/support/machines.hpp"
#include "transports/manycore/segment.hpp"

namespace sartor::machine::manycore {
namespace {

// Of the Bostan: routers 7 cycles, links 8, flits of 4 bytes, packets of 32 + 2 flits.
const Description& bostan() {
    static const test::DescribedMachine machine(TEST_MACHINES "/mppa256-bostan.json");
    return machine.description;
}

void run(Chip& chip) {
    while (!chip.events.empty()) chip.events.run_next();
}

void note(void* position, Cycles now) {
    *static_cast<Cycles*>(position) = now;
}

TEST(Heap, GivesBackInOrder) {
    Heap<int> heap;
    for (int value = 0; value < 1000; ++value) heap.push(value * 7919 % 1000);
    for (int value = 0; value < 1000; ++value) {
        ASSERT_EQ(heap.first(), value);
        heap.pop();
    }
    EXPECT_TRUE(heap.empty());
}

TEST(Events, AtTheSameTimeComeInTheOrderOfTheirPlanning) {
    Events events;
    std::vector<int> order;
    struct One {
        std::vector<int>* order;
        int number;
    } ones[3] = {{&order, 0}, {&order, 1}, {&order, 2}};
    const auto act = [](void* object, Cycles) {
        const auto& one = *static_cast<One*>(object);
        one.order->push_back(one.number);
    };
    events.plan(5, act, &ones[1]);
    events.plan(5, act, &ones[2]);
    events.plan(4, act, &ones[0]);
    while (!events.empty()) events.run_next();
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
}

TEST(Server, WorksAtOneThingAtATime) {
    Server server;
    EXPECT_EQ(server.serve(10, 5), 15);
    EXPECT_EQ(server.serve(12, 5), 20) << "waits until 15";
    EXPECT_EQ(server.serve(30, 5), 35);
    EXPECT_EQ(server.busy, 15);
}

TEST(Limited, WhoFindsNoneWaitsInLine) {
    struct Asker : Waiter {
        Cycles when = -1;
    } askers[3];
    Limited limited(1);
    for (Asker& asker : askers) {
        asker.granted = [](Waiter& self, Cycles now) { static_cast<Asker&>(self).when = now; };
        limited.take(asker, 1);
    }
    EXPECT_EQ(askers[0].when, 1);
    limited.put_back(7);
    EXPECT_EQ(askers[1].when, 7);
    EXPECT_EQ(askers[2].when, -1);
    limited.put_back(9);
    limited.put_back(9);
    EXPECT_EQ(askers[2].when, 9);
    EXPECT_EQ(limited.left(), 1);
    EXPECT_EQ(limited.waits(), 2);
}

TEST(Network, DistanceIsThatOfThePaper) {
    const Routes network(bostan());
    EXPECT_EQ(network.distance(8), 112) << "MPPA-MPI, section IV: 7 * 8 + 8 * (8 - 1)";
    EXPECT_EQ(network.hops(0, 0), 2) << "both local ones";
    EXPECT_EQ(network.hops(0, 1), 3);
    EXPECT_EQ(network.hops(0, 3), 3) << "round the torus of 4";
    EXPECT_EQ(network.hops(0, 10), 6) << "two steps in each dimension";
    EXPECT_EQ(network.hops(0, 15), 4) << "one step round in each dimension";
    for (int from = 0; from < 16; ++from)
        for (int to = 0; to < 16; ++to) {
            EXPECT_EQ(network.hops(from, to), network.hops(to, from));
            EXPECT_LE(network.hops(from, to), 8) << "MPPA-MPI, section IV";
        }
}

TEST(Network, AMeshHasNoWayRound) {
    Description mesh = bostan();
    mesh.network = NetworkKind::mesh;
    EXPECT_EQ(Routes(mesh).hops(0, 3), 5);
    EXPECT_EQ(Routes(mesh).hops(0, 15), 8);
}

TEST(Network, FlitsCountHeaders) {
    const Routes network(bostan());
    EXPECT_EQ(network.flits(128), 34);
    EXPECT_EQ(network.flits(129), 33 + 2 * 2);
    EXPECT_EQ(network.flits(4096), 1088) << "4096 bytes / 3.76 bytes a cycle: 4096 * 17 / 64";
    EXPECT_EQ(network.flits(0), 2);
}

Cycles time_of_transfer(Chip& chip, int from, int to, std::int64_t bytes, Transfer::Driver driver) {
    Cycles arrived = 0;
    Transfer transfer;
    transfer.from = from;
    transfer.to = to;
    transfer.left = bytes;
    transfer.driver = driver;
    transfer.injected = [](void*, Cycles) {};
    transfer.arrived = &note;
    transfer.object = &arrived;
    const Cycles start = chip.events.now();
    chip.start(transfer, start);
    run(chip);
    return arrived - start;
}

TEST(Transfer, TheDmaEngineFillsTheLink) {
    Chip chip(bostan());
    EXPECT_EQ(time_of_transfer(chip, 0, 1, 65536, Transfer::Driver::dma), 63 + 37 + 17408)
        << "start, 3 hops, 65536 * 17 / 64";
}

TEST(Transfer, ACorePushesAByteACycle) {
    Chip chip(bostan());
    EXPECT_EQ(time_of_transfer(chip, 0, 1, 65536, Transfer::Driver::core), 65536 + 37)
        << "reading takes 65536 cycles, the last burst's packets end with it";
}

TEST(Transfer, AControlMessageOfTheSameClusterHardlyDelaysIt) {
    Chip chip(bostan());
    Control control;
    Cycles handled = 0;
    control.to = 1;
    control.bytes = 248;
    control.handled = &note;
    control.object = &handled;
    chip.post(control, 5000);
    EXPECT_LE(time_of_transfer(chip, 0, 1, 65536, Transfer::Driver::core), 65536 + 37 + 66) << "66 flits";
    EXPECT_LE(handled, 5000 + 37 + 66 + 34 + 526) << "behind one packet";
}

TEST(Transfer, TwoThroughOneInterfaceShareIt) {
    Chip chip(bostan());
    Cycles arrived[2] = {};
    Transfer transfers[2];
    for (int index = 0; index < 2; ++index) {
        transfers[index].from = 0;
        transfers[index].to = 1 + index * 3; // neighbours 1 and 4
        transfers[index].left = 65536;
        transfers[index].driver = Transfer::Driver::dma;
        transfers[index].injected = [](void*, Cycles) {};
        transfers[index].arrived = &note;
        transfers[index].object = &arrived[index];
        chip.start(transfers[index], 0);
    }
    run(chip);
    EXPECT_EQ(arrived[1], 63 + 37 + 2 * 17408) << "both by turns";
    EXPECT_EQ(arrived[0], arrived[1] - 1088) << "one burst of 4096 bytes earlier";
}

TEST(Transfer, MoreThanThereAreMicroCoresWait) {
    Chip chip(bostan());
    constexpr int count = 20; // of 8
    Cycles arrived[count] = {};
    Transfer transfers[count];
    for (int index = 0; index < count; ++index) {
        transfers[index].to = 1;
        transfers[index].left = 128;
        transfers[index].driver = Transfer::Driver::dma;
        transfers[index].injected = [](void*, Cycles) {};
        transfers[index].arrived = &note;
        transfers[index].object = &arrived[index];
        chip.start(transfers[index], 0);
    }
    EXPECT_EQ(chip.node(0).micro_cores.waits(), count - 8);
    run(chip);
    for (const Cycles time : arrived) EXPECT_GT(time, 0) << "nothing is lost";
    EXPECT_EQ(chip.node(0).micro_cores.left(), 8);
}

TEST(Control, SlotsOfAMailboxPushBack) {
    Description few = bostan();
    few.mailbox_slots = 2;
    Chip chip(few);
    constexpr int count = 9;
    Control controls[count];
    Cycles handled[count] = {};
    for (int index = 0; index < count; ++index) {
        controls[index].to = 1;
        controls[index].bytes = 248;
        controls[index].handled = &note;
        controls[index].object = &handled[index];
        chip.post(controls[index], 0);
    }
    run(chip);
    for (int index = 1; index < count; ++index)
        EXPECT_GE(handled[index], handled[index - 1] + few.control_handle) << "in order, one at a time";
}

// ---- one-sided operations: AOS

Cycles round_trip(std::int64_t bytes, bool get) {
    Chip chip(bostan());
    Server core;
    channel::manycore::Window window(chip, 0, 1);
    channel::manycore::Job job;
    Cycles done = 0;
    job.bytes = bytes;
    job.complete = &note;
    job.object = &done;
    get ? window.get(job, core, 0) : window.put(job, core, 0);
    run(chip);
    return done;
}

TEST(OneSided, AsTheModelOfThePaper) {
    // AOS, section 6.2.2: TT(B) = IPT 500 + HLT 100 + SPT 300 + B / 3.76 + CT 200; HLT: start 63 + 3 hops 37.
    EXPECT_EQ(round_trip(65536, false), 500 + 300 + 63 + 37 + 17408 + 200);
    EXPECT_NEAR(static_cast<double>(round_trip(8, false)), 1095, 0.03 * 1095) << "AOS, figure 3: put";
    EXPECT_NEAR(static_cast<double>(round_trip(8, true)), 1168, 0.03 * 1168) << "AOS, figure 3: get";
}

TEST(Determinism, TheSameEventsTakeTheSameTime) {
    const auto total = [] {
        Chip chip(bostan());
        std::vector<Transfer> transfers(500);
        std::vector<Cycles> arrived(500);
        for (std::size_t index = 0; index < transfers.size(); ++index) {
            transfers[index].from = static_cast<int>(index * 7 % 16);
            transfers[index].to = static_cast<int>(index * 11 % 16);
            transfers[index].left = static_cast<std::int64_t>(index * 37 % 9000);
            transfers[index].driver = index % 3 == 0 ? Transfer::Driver::core : Transfer::Driver::dma;
            transfers[index].injected = [](void*, Cycles) {};
            transfers[index].arrived = &note;
            transfers[index].object = &arrived[index];
            chip.start(transfers[index], static_cast<Cycles>(index * 13));
        }
        run(chip);
        Cycles sum = 0;
        for (const Cycles time : arrived) sum += time;
        return sum;
    };
    EXPECT_EQ(total(), total());
    EXPECT_EQ(total(), 12655099) << "with every compiler and every kind of build";
}

} // namespace
} // namespace sartor::machine::manycore
