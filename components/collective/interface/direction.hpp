// Directions of collective operations (EPOS-MPI 3.4, tables 2 and 3), over any topology and any set of
// point-to-point function objects (3.5).
#pragma once

#include <concepts>
#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::collective {

// What a direction calls: function objects that know where the data of a node are.
template <class P>
concept PointToPoint = requires(P& functions, int node) {
    functions.send(node);
    functions.receive(node);
};

// From the root to the others: receives from the node above, then sends to those of the sequence. Iterators
// have names, in place of a range-for, so that GCC gives the same code as for pointers to the last
// instruction.
struct Straight {
    static constexpr std::string_view name = "straight";

    template <topologies::ApplicationTopology Topology, PointToPoint Functions>
    static void run(const Topology& topology, Functions& functions) {
        if (topology.above() != topologies::no_node) functions.receive(topology.above());
        for (auto position = topology.begin(), end = topology.end(); position != end; ++position)
            functions.send(*position);
    }
};

// From the others to the root: receives from the nodes of the sequence, from its end, then sends to the node
// above.
struct Reverse {
    static constexpr std::string_view name = "reverse";

    template <topologies::ApplicationTopology Topology, PointToPoint Functions>
    static void run(const Topology& topology, Functions& functions) {
        for (auto position = topology.end(); position != topology.begin();) functions.receive(*--position);
        if (topology.above() != topologies::no_node) functions.send(topology.above());
    }
};

// Every node exchanges messages with a pair of partners in each step.
struct Bidirectional {
    static constexpr std::string_view name = "bidirectional";

    template <class Topology, class Functions>
    static void run(const Topology& topology, Functions& functions) {
        for (const auto& partners : topology) functions.exchange(partners.to, partners.from);
    }
};

} // namespace sartor::collective
