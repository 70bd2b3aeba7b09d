// Network topologies: how the nodes of a machine are connected (EPOS-MPI 3.1, 3.2). Each supplies the two
// application topologies that all collective operations are made from, as containers (3.3).
#pragma once

#include <concepts>
#include <string_view>

#include "aspects/order/farthest_first.hpp"
#include "topologies/linear.hpp"
#include "topologies/topology.hpp"
#include "topologies/tree.hpp"

namespace sartor::topologies {

// Nodes are numbered from 0 to size() - 1. A communicator of any size can be laid over a network: it is made
// from the number of nodes, and a network of several dimensions chooses them.
//
// linear(node, root) and tree(node, root) are the communications of one node when `root` is the root;
// distance(a, b) is the number of hops between two nodes, and next(a, b) the node after `a` on the way to
// `b`.
template <class N>
concept Network = std::constructible_from<N, int> && requires(const N& network, int node) {
    { N::name } -> std::convertible_to<std::string_view>;
    { network.size() } -> std::same_as<int>;
    { network.distance(node, node) } -> std::same_as<int>;
    { network.next(node, node) } -> std::same_as<int>;
    { network.linear(node, node) } -> ApplicationTopology;
    { network.tree(node, node) } -> ApplicationTopology;
};

// What a network need not say: its containers, when it says its distances. The linear one goes from the
// farthest node to the nearest, the tree is the binomial one.
template <class Derived>
class NetworkDefaults {
  public:
    explicit constexpr NetworkDefaults(int size) : size_(size) {}

    [[nodiscard]] constexpr int size() const { return size_; }
    [[nodiscard]] constexpr auto linear(int node, int root) const {
        return Sequence<aspects::FarthestFirst<LinearOrder<Derived>>>(self(), node, root);
    }
    [[nodiscard]] constexpr auto tree(int node, int root) const {
        return Sequence<BinomialOrder<Derived>>(self(), node, root);
    }

  protected:
    [[nodiscard]] constexpr const Derived& self() const { return static_cast<const Derived&>(*this); }

  private:
    int size_;
};

// The way of a message from one node to another: the nodes after the first one, the last included (EPOS-MPI
// figure 2). Its length is the distance.
template <class N>
class Route {
  public:
    class iterator {
      public:
        using value_type = int;
        using difference_type = int;
        using iterator_category = std::forward_iterator_tag;
        using reference = int;
        using pointer = void;

        constexpr iterator() = default;
        constexpr iterator(const Route& route, int node) : route_(&route), node_(node) {}

        constexpr int operator*() const { return node_; }
        constexpr iterator& operator++() {
            node_ = node_ == route_->to_ ? nobody : route_->network_.next(node_, route_->to_);
            return *this;
        }
        constexpr iterator operator++(int) {
            iterator before = *this;
            ++*this;
            return before;
        }
        constexpr bool operator==(const iterator& other) const { return node_ == other.node_; }

      private:
        const Route* route_ = nullptr;
        int node_ = nobody;
    };

    constexpr Route(const N& network, int from, int to) : network_(network), from_(from), to_(to) {}

    [[nodiscard]] constexpr iterator begin() const {
        return {*this, from_ == to_ ? nobody : network_.next(from_, to_)};
    }
    [[nodiscard]] constexpr iterator end() const { return {*this, nobody}; }

  private:
    N network_;
    int from_;
    int to_;
};

} // namespace sartor::topologies
