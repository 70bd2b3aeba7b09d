// Random traffic for comparisons of networks.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "tests/emulation/chip/oracle/flit_network.hpp"

namespace sartor::test {

enum class Pattern { uniform, transpose, hotspot, neighbour, slow_and_fast };

constexpr int longest_packet = 34; // flits

struct Traffic {
    Pattern pattern = Pattern::uniform;
    int side = 4;                  // of a square
    double load = 0;               // flits of a node in a cycle, of those that send
    std::int64_t cycles = 0;       // in which packets become ready
    int shortest = longest_packet; // flits of a packet
    int most_packets = 1;          // of a message, which are ready at the same time
    std::uint32_t seed = 0;

    // In the order in which they become ready; the packets of a message follow each other.
    [[nodiscard]] std::vector<FlitNetwork::Packet> packets() const;

  private:
    [[nodiscard]] int target(int from, std::mt19937& random) const;
};

} // namespace sartor::test
