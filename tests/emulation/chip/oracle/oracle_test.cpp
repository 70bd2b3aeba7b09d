// The network of the emulator beside one that is simulated flit by flit (flit_network.hpp): random traffic of
// packets, and of messages of many packets that DMA engines send.
//
// SARTOR_SWEEP=1 compares more networks and seeds; it takes minutes.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "emulation/chip/chip.hpp"
#include "emulation/chip/network.hpp"
#include "tests/emulation/chip/oracle/traffic.hpp"
#include "tests/support/machines.hpp"

namespace sartor::machine::manycore {
namespace {

using test::FlitNetwork;
using test::Pattern;
using test::Traffic;
using Packets = std::vector<FlitNetwork::Packet>;

constexpr std::int64_t many_cycles = 8; // as many times as packets become ready: enough for all to arrive

const char* name_of(Pattern pattern) {
    switch (pattern) {
    case Pattern::uniform:
        return "uniform";
    case Pattern::transpose:
        return "transpose";
    case Pattern::hotspot:
        return "hotspot";
    case Pattern::neighbour:
        return "neighbour";
    case Pattern::slow_and_fast:
        return "slow and fast";
    }
    return "";
}

// The Bostan's routers in a square, and a DMA engine with one micro-core and without delay.
Description square(int side, NetworkKind kind) {
    static const test::DescribedMachine machine(TEST_MACHINES "/mppa256-bostan.json");
    Description description = machine.description;
    description.network = kind;
    description.clusters = side * side;
    description.dimension_count = 2;
    description.dimensions[0] = description.dimensions[1] = side;
    description.io_subsystems = 0;
    description.dma_micro_cores = 1;
    description.dma_start = description.dma_drain = 0;
    return description;
}

struct Result {
    double latency = 0;  // mean, in cycles, of the last packets of messages
    double accepted = 0; // flits in a cycle, of all nodes
};

// The first quarter of the time is not counted.
Result result_of(const Packets& packets, const Traffic& traffic) {
    Result result;
    const std::int64_t begin = traffic.cycles / 4;
    double sum = 0;
    double measured = 0;
    for (std::size_t index = 0; index < packets.size(); ++index) {
        const auto& packet = packets[index];
        if (packet.arrived >= begin && packet.arrived < traffic.cycles) result.accepted += packet.flits;
        const bool goes_on = index + 1 < packets.size() && packets[index + 1].ready == packet.ready &&
                             packets[index + 1].from == packet.from;
        if (packet.ready < begin || packet.arrived < 0 || goes_on) continue;
        sum += static_cast<double>(packet.arrived - packet.ready);
        ++measured;
    }
    result.accepted /= static_cast<double>(traffic.cycles - begin);
    result.latency = sum / measured;
    return result;
}

Result by_flits(const Description& description, const Traffic& traffic, std::int64_t end) {
    FlitNetwork::Shape shape;
    shape.sizes = {description.dimensions[0], description.dimensions[1]};
    shape.is_torus = description.network == NetworkKind::torus;
    shape.router = static_cast<int>(description.router_cycles);
    shape.link = static_cast<int>(description.link_cycles);
    Events none;
    shape.longest_packet = static_cast<int>(Network(description, none).longest_worm());
    shape.queue = static_cast<int>(description.router_queue);
    FlitNetwork network(shape);
    Packets packets = traffic.packets();
    network.run(packets, end);
    return result_of(packets, traffic);
}

Result by_worms(const Description& description, const Traffic& traffic, std::int64_t end) {
    Events events;
    Network network(description, events);
    Packets packets = traffic.packets();
    struct Sent {
        Network* network;
        FlitNetwork::Packet* packet;
    };
    std::vector<Sent> all;
    all.reserve(packets.size());
    for (auto& packet : packets) {
        all.push_back({&network, &packet});
        events.plan(
            packet.ready,
            [](void* object, Cycles now) {
                const Sent& sent = *static_cast<Sent*>(object);
                sent.network->send(
                    now, sent.packet->from, sent.packet->to, sent.packet->flits,
                    [](void* there, Cycles time) {
                        static_cast<FlitNetwork::Packet*>(there)->arrived = time;
                    },
                    sent.packet);
            },
            &all.back());
    }
    while (!events.empty() && events.next_time() < end) events.run_next();
    return result_of(packets, traffic);
}

// A transfer for each message. Its last packet has the message's time.
Result by_transfers(const Description& description, const Traffic& traffic, std::int64_t end) {
    Chip chip(description);
    Packets packets = traffic.packets();
    struct Sent {
        Chip* chip;
        Transfer transfer;
    };
    std::vector<Sent> all(packets.size());
    std::size_t count = 0;
    std::int64_t bytes = 0;
    for (std::size_t index = 0; index < packets.size(); ++index) {
        auto& packet = packets[index];
        bytes += description.packet_payload * description.flit_bytes;
        if (index + 1 < packets.size() && packets[index + 1].ready == packet.ready &&
            packets[index + 1].from == packet.from)
            continue;
        Sent& sent = all[count++];
        sent.chip = &chip;
        sent.transfer.from = packet.from;
        sent.transfer.to = packet.to;
        sent.transfer.left = bytes;
        sent.transfer.driver = Transfer::Driver::dma;
        sent.transfer.injected = [](void*, Cycles) {};
        sent.transfer.arrived = [](void* there, Cycles time) {
            static_cast<FlitNetwork::Packet*>(there)->arrived = time;
        };
        sent.transfer.object = &packet;
        chip.events.plan(
            packet.ready,
            [](void* object, Cycles now) {
                auto& started = *static_cast<Sent*>(object);
                started.chip->start(started.transfer, now);
            },
            &sent);
        bytes = 0;
    }
    while (!chip.events.empty() && chip.events.next_time() < end) chip.events.run_next();
    return result_of(packets, traffic);
}

// Deviations from the simulation flit by flit.
struct Deviations {
    double worst = 0;
    double sum = 0;
    int count = 0;
    double worst_accepted = 0;
    double sum_accepted = 0;
    int saturations = 0;

    void add_saturation(double deviation) {
        worst_accepted = std::max(worst_accepted, std::abs(deviation));
        sum_accepted += std::abs(deviation);
        ++saturations;
    }
    void add(double deviation) {
        worst = std::max(worst, std::abs(deviation));
        sum += std::abs(deviation);
        ++count;
    }
    void expect_small() const {
        std::printf("latency: mean deviation %.1f %%, worst %.1f %% of %d", 100 * sum / count, 100 * worst,
                    count);
        if (saturations > 0)
            std::printf("; accepted: mean %.1f %%, worst %.1f %% of %d", 100 * sum_accepted / saturations,
                        100 * worst_accepted, saturations);
        std::printf("\n");
        EXPECT_LT(sum / count, 0.05);
        EXPECT_LT(worst, 0.15);
        EXPECT_LT(worst_accepted, 0.05);
    }
};

bool is_sweep() {
    return std::getenv("SARTOR_SWEEP") != nullptr;
}

std::vector<int> sides(Pattern pattern) {
    if (pattern == Pattern::slow_and_fast) return {4}; // which others there are makes no difference
    return is_sweep() ? std::vector<int>{4, 8, 16} : std::vector<int>{4, 8};
}

constexpr Pattern patterns[] = {Pattern::uniform, Pattern::transpose, Pattern::hotspot, Pattern::neighbour,
                                Pattern::slow_and_fast};
constexpr NetworkKind kinds[] = {NetworkKind::torus, NetworkKind::mesh};

// A load, of each node, that networks of that size accept: a fifth goes to the hotspot, besides its share; a
// row of a mesh has the transposed traffic of all its nodes.
double acceptable(Pattern pattern, int side) {
    const double nodes = side * side;
    constexpr double usual = 0.15;
    if (pattern == Pattern::hotspot) return std::min(usual, 0.8 / (nodes * (0.2 + 0.8 / nodes)));
    return pattern == Pattern::transpose ? std::min(usual, 0.8 / side) : usual;
}

double senders_of(const Traffic& traffic) {
    return traffic.pattern == Pattern::slow_and_fast ? 1 : traffic.side * traffic.side;
}

void print_case(const Traffic& traffic, NetworkKind kind) {
    std::printf("%s, %s of %d x %d, seed %u, packets of %d to %d flits:\n", name_of(traffic.pattern),
                kind == NetworkKind::torus ? "torus" : "mesh", traffic.side, traffic.side, traffic.seed,
                traffic.shortest, test::longest_packet);
}

// Loads up to what the network accepts, which is found by asking for too much.
void compare_packets(Traffic traffic, NetworkKind kind, Deviations& deviations) {
    const Description description = square(traffic.side, kind);
    print_case(traffic, kind);
    traffic.load = 1;
    traffic.cycles = is_sweep() ? 12000 : 8000;
    const double most = by_flits(description, traffic, traffic.cycles).accepted;
    const double accepted = by_worms(description, traffic, traffic.cycles).accepted;
    deviations.add_saturation(accepted / most - 1);
    std::printf("  accepts %.2f flits a cycle, flit by flit %.2f: %+.1f %%\n", accepted, most,
                100 * (accepted / most - 1));
    traffic.cycles = is_sweep() ? 5000 : 3000;
    for (const double part : {0.3, 0.6, 0.9}) {
        traffic.load = part * most / senders_of(traffic);
        const double slow = by_flits(description, traffic, many_cycles * traffic.cycles).latency;
        const double fast = by_worms(description, traffic, many_cycles * traffic.cycles).latency;
        deviations.add(fast / slow - 1);
        std::printf("  load %.1f: latency %.1f, flit by flit %.1f: %+.1f %%\n", part, fast, slow,
                    100 * (fast / slow - 1));
    }
}

TEST(Oracle, PacketsHaveTheSameLatencyAndThroughput) {
    Deviations deviations;
    const std::uint32_t seeds = is_sweep() ? 2 : 1;
    for (std::uint32_t seed = 1; seed <= seeds; ++seed)
        for (const Pattern pattern : patterns)
            for (const NetworkKind kind : kinds)
                for (const int side : sides(pattern)) {
                    Traffic traffic{pattern, side};
                    traffic.seed = seed;
                    traffic.shortest = (seed + static_cast<std::uint32_t>(side) / 4) % 2 == 0 ? 34 : 3;
                    compare_packets(traffic, kind, deviations);
                }
    deviations.expect_small();
}

// One load and one saturation for each: the sweep compares more of these.
TEST(Oracle, LargeNetworksHaveTheSameLatencyAndThroughput) {
    constexpr int side = 16;
    Deviations deviations;
    for (const Pattern pattern : {Pattern::uniform, Pattern::transpose, Pattern::hotspot, Pattern::neighbour})
        for (const NetworkKind kind : kinds) {
            Traffic traffic{pattern, side};
            traffic.seed = 1;
            traffic.cycles = 1600;
            const Description description = square(side, kind);
            print_case(traffic, kind);
            traffic.load = acceptable(pattern, side);
            const double slow = by_flits(description, traffic, many_cycles * traffic.cycles).latency;
            const double fast = by_worms(description, traffic, many_cycles * traffic.cycles).latency;
            deviations.add(fast / slow - 1);
            traffic.load = 1;
            const double most = by_flits(description, traffic, traffic.cycles).accepted;
            const double accepted = by_worms(description, traffic, traffic.cycles).accepted;
            deviations.add_saturation(accepted / most - 1);
            std::printf(
                "  latency %.1f, flit by flit %.1f: %+.1f %%; accepts %.2f flits a cycle, flit by flit "
                "%.2f: %+.1f %%\n",
                fast, slow, 100 * (fast / slow - 1), accepted, most, 100 * (accepted / most - 1));
        }
    deviations.expect_small();
}

// Far beyond what the network accepts, for long: the rings of a torus are full, and what goes on in them is
// chaotic. Runs of different seeds differ by several percent, the mean does not.
TEST(Oracle, FullRingsAcceptAsMuch) {
    constexpr int side = 8;
    constexpr std::int64_t long_enough = 12000;
    const Description description = square(side, NetworkKind::torus);
    for (const int shortest : {3, 34}) {
        double most = 0;
        double accepted = 0;
        for (std::uint32_t seed = 1; seed <= (is_sweep() ? 12U : 3U); ++seed) {
            Traffic traffic{Pattern::hotspot, side};
            traffic.seed = seed;
            traffic.shortest = shortest;
            traffic.load = 1;
            traffic.cycles = long_enough;
            print_case(traffic, NetworkKind::torus);
            const double slow = by_flits(description, traffic, traffic.cycles).accepted;
            const double fast = by_worms(description, traffic, traffic.cycles).accepted;
            std::printf("  accepts %.2f flits a cycle, flit by flit %.2f: %+.1f %%\n", fast, slow,
                        100 * (fast / slow - 1));
            most += slow;
            accepted += fast;
        }
        std::printf("all seeds: %+.1f %%\n", 100 * (accepted / most - 1));
        EXPECT_NEAR(accepted / most, 1, 0.05);
    }
}

TEST(Oracle, TransfersHaveTheSameLatency) {
    Deviations deviations;
    for (const Pattern pattern : patterns)
        for (const NetworkKind kind : kinds)
            for (const int side : sides(pattern)) {
                Traffic traffic{pattern, side};
                traffic.most_packets = 40;
                traffic.cycles = pattern == Pattern::slow_and_fast ? 60000 : is_sweep() ? 20000 : 10000;
                traffic.seed = 1;
                const Description description = square(side, kind);
                print_case(traffic, kind);
                for (const double part : {0.3, 1.0}) {
                    traffic.load = part * acceptable(pattern, side);
                    const double slow = by_flits(description, traffic, many_cycles * traffic.cycles).latency;
                    const double fast =
                        by_transfers(description, traffic, many_cycles * traffic.cycles).latency;
                    deviations.add(fast / slow - 1);
                    std::printf("  load %.3f: latency %.1f, flit by flit %.1f: %+.1f %%\n", traffic.load,
                                fast, slow, 100 * (fast / slow - 1));
                }
            }
    deviations.expect_small();
}

} // namespace
} // namespace sartor::machine::manycore
