#include "tests/emulation/chip/oracle/traffic.hpp"

#include <algorithm>

namespace sartor::test {

namespace {

// Of the raw generator: the same with every standard library.
double unit(std::mt19937& random) {
    return static_cast<double>(random()) / 4294967296.0;
}

int below(int count, std::mt19937& random) {
    return static_cast<int>(unit(random) * count);
}

} // namespace

int Traffic::target(int from, std::mt19937& random) const {
    const int nodes = side * side;
    const int x = from % side;
    const int y = from / side;
    switch (pattern) {
    case Pattern::uniform:
        return below(nodes, random);
    case Pattern::transpose:
        return x * side + y;
    case Pattern::hotspot:
        return below(5, random) == 0 ? nodes / 2 + side / 2 : below(nodes, random);
    case Pattern::neighbour:
        return y * side + (x + 1) % side;
    case Pattern::slow_and_fast:
        return 2;
    }
    return 0;
}

// Messages of a node become ready at random, as many in the mean as the load says. Of a slow and a fast flow
// the slow one has a fiftieth of a link, and both end at node 2.
std::vector<FlitNetwork::Packet> Traffic::packets() const {
    std::mt19937 random(seed);
    std::vector<FlitNetwork::Packet> all;
    const int senders = pattern == Pattern::slow_and_fast ? 2 : side * side;
    const double mean_flits = (longest_packet + shortest) / 2.0 * (1 + most_packets) / 2.0;
    for (int from = 0; from < senders; ++from) {
        const double rate = (pattern == Pattern::slow_and_fast && from == 0 ? 0.02 : load) / mean_flits;
        for (std::int64_t cycle = 0; cycle < cycles; ++cycle) {
            if (unit(random) >= rate) continue;
            const int to = target(from, random);
            const int flits = shortest + below(longest_packet - shortest + 1, random);
            const int count = 1 + below(most_packets, random);
            for (int packet = 0; packet < count && to != from; ++packet)
                all.push_back({cycle, from, to, flits, -1});
        }
    }
    std::ranges::stable_sort(all, {}, &FlitNetwork::Packet::ready);
    return all;
}

} // namespace sartor::test
