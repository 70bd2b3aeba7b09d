// The sequence of an application topology on a network (EPOS-MPI 3.2): the initial sequence of the network,
// reordered by the aspects of the application; or one that is defined for that pair of application and
// network.
#pragma once

#include <string_view>
#include <utility>

#include "aspects/order/reverse.hpp"
#include "aspects/order/ring.hpp"
#include "aspects/order/shift.hpp"
#include "framework/weave.hpp"
#include "topologies/network.hpp"

namespace sartor::topologies {

// Applications: each has initial(network, node, root), which takes a container of the network, and
// `aspects`, a list of aspects over it, the outermost first.
namespace application {

struct Linear {
    static constexpr std::string_view name = "linear";
    using aspects = boost::mp11::mp_list<>;
    template <Network N>
    static constexpr auto initial(const N& network, int node, int root) {
        return network.linear(node, root);
    }
};
// Both ways around from the farthest node.
struct Ring : Linear {
    static constexpr std::string_view name = "ring";
    using aspects = boost::mp11::mp_list<aspect<sartor::aspects::RingOrder>>;
};
// The same sequence, beginning with the node below the root (Alltoall, with each node as its own root).
struct Shifted : Linear {
    static constexpr std::string_view name = "shifted";
    using aspects = boost::mp11::mp_list<aspect<sartor::aspects::ShiftByRoot>>;
};
// The network's sequence from its end.
struct NearestFirst : Linear {
    static constexpr std::string_view name = "nearest first";
    using aspects = boost::mp11::mp_list<aspect<sartor::aspects::Reversed>>;
};
// The network's tree, unchanged.
struct Tree {
    static constexpr std::string_view name = "tree";
    using aspects = boost::mp11::mp_list<>;
    template <Network N>
    static constexpr auto initial(const N& network, int node, int root) {
        return network.tree(node, root);
    }
};

} // namespace application

// To be specialized for a pair that has a better sequence than the woven one, with a function make(network,
// node, root). This one weaves the aspects of the application over the initial sequence of the network.
template <class Application, Network N>
struct DefinedSequence {
    template <class Initial>
    class WhatNetworkSupplies : public Initial { // with the network and the root, for aspects
      public:
        constexpr WhatNetworkSupplies(const N& network, int root, Initial initial)
            : Initial(std::move(initial)), network_(network), root_(root) {}
        [[nodiscard]] constexpr const N& network() const { return network_; }
        [[nodiscard]] constexpr int root() const { return root_; }

      private:
        N network_;
        int root_;
    };

    static constexpr auto make(const N& network, int node, int root) {
        auto initial = Application::initial(network, node, root);
        using Initial = decltype(initial);
        if constexpr (boost::mp11::mp_empty<typename Application::aspects>::value)
            return initial;
        else
            return Sequence<weave_list<WhatNetworkSupplies<Initial>, typename Application::aspects>>(
                network, root, std::move(initial));
    }
};

// The communications of `node` when `root` is the root, both nodes of the network: a container with a copy of
// all that it needs.
template <class Application, Network N>
[[nodiscard]] constexpr auto sequence_for(const N& network, int node, int root) {
    return DefinedSequence<Application, N>::make(network, node, root);
}

} // namespace sartor::topologies
