// Nested topologies: by the clusters of the machine where the interface knows who shares one, otherwise by
// ranks of neighbouring numbers, as many as share a worker if the interface knows that.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include "components/collective/interface/interface.hpp"
#include "topologies/networks/nested_by_table.hpp"

namespace sartor::collective {

// How the clusters of a machine are connected; specialized by machines that have clusters. make(clusters)
// gives the network of those that have ranks; memory_for_blocks is how many bytes of a cluster's memory the
// data of a collective may take that pass through it.
template <class Machine>
struct ClusterNetwork;

// Interfaces that know who shares a cluster: clusters() is a table as networks::NestedByTable wants it.
template <class M>
concept KnowsClusters = MessagePassing<M> && requires(M& interface) {
    ClusterNetwork<typename M::Machine>::make(interface.clusters());
};

// Interfaces that know how many ranks with neighbouring numbers share a worker.
template <class M>
concept KnowsNeighbours = MessagePassing<M> && requires(const M& interface) {
    { interface.neighbours() } -> std::same_as<int>;
};

namespace internal {

// By numbers: neighbouring ranks share a worker where the interface knows how many do; otherwise each is
// alone.
template <MessagePassing M>
[[nodiscard]] auto numbered_network(const M& interface) {
    using topologies::networks::Complete;
    using Numbered = topologies::networks::Nested<Complete, Complete>;
    if constexpr (KnowsNeighbours<M>)
        return Numbered(interface.size(), interface.neighbours());
    else
        return Numbered(interface.size());
}

// By the clusters that the ranks are in, and the network between these.
template <KnowsClusters M>
[[nodiscard]] auto placed_network(M& interface) {
    using topologies::networks::NestedByTable;
    const auto& clusters = interface.clusters();
    using Outer = decltype(ClusterNetwork<typename M::Machine>::make(clusters));
    return NestedByTable<std::remove_cvref_t<decltype(clusters)>, Outer>(
        clusters, ClusterNetwork<typename M::Machine>::make(clusters));
}

} // namespace internal

// A topology for Along: an outer one between clusters or workers, an inner one in each (EPOS-MPI 3.2).
// Computed for each call; clusters are known to the interface.
struct Nested {
    static constexpr std::string_view name = "hierarchical";

    template <MessagePassing M>
    static auto linear(M& interface, int root) {
        if constexpr (KnowsClusters<M>)
            return internal::placed_network(interface).linear(interface.rank(), root);
        else
            return internal::numbered_network(interface).linear(interface.rank(), root);
    }
    template <MessagePassing M>
    static auto tree(M& interface, int root) {
        if constexpr (KnowsClusters<M>)
            return internal::placed_network(interface).tree(interface.rank(), root);
        else
            return internal::numbered_network(interface).tree(interface.rank(), root);
    }
};

} // namespace sartor::collective
