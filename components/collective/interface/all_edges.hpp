// The direction of collective operations over neighbourhoods: all edges at once.
#pragma once

#include <string_view>

#include "topologies/neighbourhood.hpp"

namespace sartor::collective {

// Neighbourhoods may form cycles of any kind, so no node waits before all its messages are under way.
// Messages between two nodes keep the order of their edges. One message for each edge.
struct AllEdges {
    static constexpr std::string_view name = "all edges at once";

    template <class Functions>
    static void run(const topologies::Neighbourhood& neighbourhood, Functions& functions) {
        for (const topologies::Edge& edge : neighbourhood.incoming)
            if (edge.node != topologies::no_node) functions.begin_receive(edge);
        for (const topologies::Edge& edge : neighbourhood.outgoing)
            if (edge.node != topologies::no_node) functions.begin_send(edge);
        functions.complete();
    }
};

} // namespace sartor::collective
