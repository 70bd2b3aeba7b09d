// A network of networks: each node of the outer one is a cluster with an inner network (EPOS-MPI 3.2, figure
// 4). The inner network may itself be nested, to any depth.
#pragma once

#include <string_view>
#include <utility>

#include "topologies/network.hpp"

namespace sartor::topologies {

// The root communicates cluster by cluster, in the order of the outer network's linear sequence, and with its
// own cluster at the end. In each other cluster the gateway, where messages enter, comes last. An element
// takes time proportional to the number of clusters and the size of one; for repeated traversal the sequence
// can be stored (stored.hpp).
template <class NestedNetwork>
class NestedLinearOrder {
  public:
    static constexpr std::string_view name = "linear, nested";

    constexpr NestedLinearOrder(const NestedNetwork& network, int node, int root)
        : network_(network), node_(node), root_(root) {}

    [[nodiscard]] constexpr int above() const { return node_ == root_ ? no_node : root_; }
    [[nodiscard]] constexpr int count() const { return node_ == root_ ? network_.size() - 1 : 0; }
    [[nodiscard]] constexpr int element(int position) const {
        const int home = network_.cluster_of(root_);
        for (const int cluster : network_.outer().linear(home, home)) {
            if (position < network_.cluster_size(cluster)) return in_cluster(cluster, 0, position);
            position -= network_.cluster_size(cluster);
        }
        return in_cluster(home, network_.position_of(root_), position);
    }

  private:
    [[nodiscard]] constexpr int in_cluster(int cluster, int gateway, int position) const {
        const auto sequence = network_.inner(cluster).linear(gateway, gateway);
        for (const int node : sequence)
            if (position-- == 0) return network_.node(cluster, node);
        return network_.node(cluster, gateway);
    }

    NestedNetwork network_;
    int node_;
    int root_;
};

// Each cluster has a gateway: the root in its own cluster, the first node in others. Gateways form the outer
// tree, the nodes of a cluster an inner one below their gateway, which serves other clusters first.
template <class NestedNetwork>
class NestedTreeOrder {
    using OuterTree = decltype(std::declval<const NestedNetwork&>().outer().tree(0, 0));
    using InnerTree = decltype(std::declval<const NestedNetwork&>().inner(0).tree(0, 0));

  public:
    static constexpr std::string_view name = "tree, nested";
    static constexpr bool joins_in_order = keeps_order<OuterTree> && keeps_order<InnerTree>;

    constexpr NestedTreeOrder(const NestedNetwork& network, int node, int root)
        : network_(network), root_(root), home_(network.cluster_of(root)), cluster_(network.cluster_of(node)),
          position_(network.position_of(node)), gateway_(cluster_ == home_ ? network.position_of(root) : 0),
          outer_(network.outer().tree(cluster_, home_)),
          inner_(network.inner(cluster_).tree(position_, gateway_)) {}

    [[nodiscard]] constexpr int above() const {
        if (!is_gateway()) return network_.node(cluster_, inner_.above());
        const int cluster = outer_.above();
        return cluster == no_node ? no_node : gateway_of(cluster);
    }
    [[nodiscard]] constexpr int count() const { return outside() + inner_.count(); }
    [[nodiscard]] constexpr int element(int position) const {
        return position < outside() ? gateway_of(outer_.element(position))
                                    : network_.node(cluster_, inner_.element(position - outside()));
    }

  private:
    [[nodiscard]] constexpr int gateway_of(int cluster) const {
        return cluster == home_ ? root_ : network_.node(cluster, 0);
    }
    [[nodiscard]] constexpr bool is_gateway() const { return position_ == gateway_; }
    [[nodiscard]] constexpr int outside() const { return is_gateway() ? outer_.count() : 0; }

    NestedNetwork network_;
    int root_;
    int home_; // the root's cluster
    int cluster_;
    int position_; // index in the cluster
    int gateway_;  // the index of its gateway
    OuterTree outer_;
    InnerTree inner_;
};

namespace networks {

// Clusters of `per_cluster` nodes, above 0, with numbers in a row; the last cluster has those that are left.
// When only the number of nodes is given there are about as many clusters as nodes in each. A message leaves
// its cluster, and enters another, through the first node.
template <class Outer, class Inner>
class Nested : public NetworkDefaults<Nested<Outer, Inner>> {
  public:
    static constexpr std::string_view name = "nested";
    using NetworkDefaults<Nested>::size;

    explicit constexpr Nested(int nodes) : Nested(nodes, square_root(nodes)) {}
    constexpr Nested(int nodes, int per_cluster)
        : Nested(nodes, per_cluster, Outer((nodes + per_cluster - 1) / per_cluster)) {}
    // With this outer network, whose nodes are the clusters: requires that it has as many.
    constexpr Nested(int nodes, int per_cluster, const Outer& outer)
        : NetworkDefaults<Nested>(nodes), per_cluster_(per_cluster), outer_(outer) {}

    [[nodiscard]] constexpr const Outer& outer() const { return outer_; }
    [[nodiscard]] constexpr Inner inner(int cluster) const { return Inner(cluster_size(cluster)); }
    [[nodiscard]] constexpr int cluster_of(int node) const { return node / per_cluster_; }
    [[nodiscard]] constexpr int position_of(int node) const { return node % per_cluster_; }
    [[nodiscard]] constexpr int node(int cluster, int position) const {
        return cluster * per_cluster_ + position;
    }
    [[nodiscard]] constexpr int cluster_size(int cluster) const {
        const int left = size() - cluster * per_cluster_;
        return left < per_cluster_ ? left : per_cluster_;
    }

    [[nodiscard]] constexpr int distance(int from, int to) const {
        const int source = cluster_of(from);
        const int target = cluster_of(to);
        if (source == target) return inner(source).distance(position_of(from), position_of(to));
        return inner(source).distance(position_of(from), 0) + outer_.distance(source, target) +
               inner(target).distance(0, position_of(to));
    }
    [[nodiscard]] constexpr int next(int from, int to) const {
        const int source = cluster_of(from);
        const int target = cluster_of(to);
        if (source == target) return node(source, inner(source).next(position_of(from), position_of(to)));
        if (position_of(from) != 0) return node(source, inner(source).next(position_of(from), 0));
        return node(outer_.next(source, target), 0);
    }

    [[nodiscard]] constexpr auto linear(int node, int root) const {
        return Sequence<NestedLinearOrder<Nested>>(*this, node, root);
    }
    [[nodiscard]] constexpr auto tree(int node, int root) const {
        return Sequence<NestedTreeOrder<Nested>>(*this, node, root);
    }

  private:
    // The least number whose square reaches the argument.
    [[nodiscard]] static constexpr int square_root(int number) {
        int root = 1;
        while (root * root < number) ++root;
        return root;
    }

    int per_cluster_;
    Outer outer_;
};

} // namespace networks

} // namespace sartor::topologies
