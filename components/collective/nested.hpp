// Nested topologies: those of the machine where the interface knows who shares a cluster, otherwise clusters
// of neighbouring numbers.
#pragma once

#include <string_view>
#include <type_traits>

#include "components/collective/interface.hpp"
#include "topologies/networks/placed.hpp"

namespace sartor::collective {

// How the clusters of a machine are connected: machines that have clusters specialize it. make(clusters) is
// the network of those that have ranks.
template <class Machine>
struct ClusterNetwork;

// Interfaces that know who shares a cluster: clusters() is a table as networks::Placed wants it.
template <class M>
concept KnowsClusters = MessagePassing<M> && requires(M& interface) {
    ClusterNetwork<typename M::Machine>::make(interface.clusters());
};

namespace internal {

template <KnowsClusters M>
[[nodiscard]] auto placed_network(M& interface) {
    using topologies::networks::Placed;
    const auto& clusters = interface.clusters();
    using Outer = decltype(ClusterNetwork<typename M::Machine>::make(clusters));
    return Placed<std::remove_cvref_t<decltype(clusters)>, Outer>(
        clusters, ClusterNetwork<typename M::Machine>::make(clusters));
}

} // namespace internal

struct Nested {
    static constexpr std::string_view name = "nested";
    using Numbered =
        topologies::networks::Nested<topologies::networks::Complete, topologies::networks::Complete>;

    template <MessagePassing M>
    static auto linear(M& interface, int root) {
        if constexpr (KnowsClusters<M>)
            return internal::placed_network(interface).linear(interface.rank(), root);
        else
            return Numbered(interface.size()).linear(interface.rank(), root);
    }
    template <MessagePassing M>
    static auto tree(M& interface, int root) {
        if constexpr (KnowsClusters<M>)
            return internal::placed_network(interface).tree(interface.rank(), root);
        else
            return Numbered(interface.size()).tree(interface.rank(), root);
    }
};

} // namespace sartor::collective
