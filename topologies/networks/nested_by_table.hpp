// A network of networks whose clusters are given by a table: any node may be in any cluster, and clusters
// may differ in size (EPOS-MPI 3.2: nested; LWMPI 5.8: mappings of ranks to clusters).
#pragma once

#include <string_view>

#include "topologies/networks/complete.hpp"
#include "topologies/networks/nested.hpp"

namespace sartor::topologies {

// The root communicates with the clusters after its own first, in the order of their numbers and round to the
// beginning, and with its own cluster at the end. An element takes constant time, if those of the table do.
template <class NestedNetwork>
class LinearOrderByTable {
  public:
    static constexpr std::string_view name = "linear, nested";

    constexpr LinearOrderByTable(const NestedNetwork& network, int node, int root)
        : network_(network), node_(node), root_(root) {}

    [[nodiscard]] constexpr int above() const { return node_ == root_ ? no_node : root_; }
    [[nodiscard]] constexpr int count() const { return node_ == root_ ? network_.size() - 1 : 0; }
    [[nodiscard]] constexpr int element(int position) const {
        const auto& clusters = network_.clusters();
        const int home = clusters.cluster_of(root_);
        const int own_index = clusters.first(home) + clusters.position_of(root_);
        const int behind = clusters.first(home + 1); // indices go from here round to here
        const int before_root = own_index + network_.size() - behind;
        const int step = position < before_root ? position : position + 1;
        return clusters.sorted((behind + step) % network_.size());
    }

  private:
    NestedNetwork network_;
    int node_;
    int root_;
};

// The nested tree. Nodes of a cluster need not have numbers in a row, so operands are not joined in the
// order of the nodes.
template <class NestedNetwork>
class TreeOrderByTable : public NestedTreeOrder<NestedNetwork> {
  public:
    static constexpr bool joins_in_order = false;
    using NestedTreeOrder<NestedNetwork>::NestedTreeOrder;
};

namespace networks {

// `Clusters` is the table: members(), count(), size(cluster), cluster_of(node), position_of(node),
// member(cluster, position), and by the index of a node when nodes are sorted by clusters: first(cluster),
// the index of its first node, also for the cluster behind the last one, and sorted(index). The table is kept
// by its owner. The nodes of the outer network are the clusters.
//
// It supplies the two containers of a Network, but neither distances nor a constructor from a number of
// nodes, so the concept does not hold for it.
template <class Clusters, class Outer, class Inner = Complete>
class NestedByTable {
  public:
    static constexpr std::string_view name = "nested";

    constexpr NestedByTable(const Clusters& clusters, const Outer& outer)
        : clusters_(&clusters), outer_(outer) {}

    [[nodiscard]] constexpr int size() const { return clusters_->members(); }
    [[nodiscard]] constexpr const Clusters& clusters() const { return *clusters_; }
    [[nodiscard]] constexpr const Outer& outer() const { return outer_; }
    [[nodiscard]] constexpr Inner inner(int cluster) const { return Inner(clusters_->size(cluster)); }
    [[nodiscard]] constexpr int cluster_of(int node) const { return clusters_->cluster_of(node); }
    [[nodiscard]] constexpr int position_of(int node) const { return clusters_->position_of(node); }
    [[nodiscard]] constexpr int node(int cluster, int position) const {
        return clusters_->member(cluster, position);
    }

    [[nodiscard]] constexpr auto linear(int node, int root) const {
        return Sequence<LinearOrderByTable<NestedByTable>>(*this, node, root);
    }
    [[nodiscard]] constexpr auto tree(int node, int root) const {
        return Sequence<TreeOrderByTable<NestedByTable>>(*this, node, root);
    }

  private:
    const Clusters* clusters_;
    Outer outer_;
};

} // namespace networks

} // namespace sartor::topologies
