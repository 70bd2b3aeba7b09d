// Network topologies: how the nodes of a machine are connected (EPOS-MPI 3.1, 3.2). Each supplies the two
// application topologies from which all collective operations are made, as containers (3.3).
#pragma once

#include <concepts>
#include <string_view>

#include "aspects/order/farthest_first.hpp"
#include "topologies/default_order.hpp"
#include "topologies/linear.hpp"
#include "topologies/topology.hpp"
#include "topologies/tree.hpp"

namespace sartor::topologies {

// Nodes are numbered from 0 to size() - 1. A network can be made for any number of nodes above 0, so that a
// communicator of any size fits; one with several dimensions chooses their extents itself.
//
// linear(node, root) and tree(node, root) are the communications of one node when `root` is the root; the
// containers have a copy of what they need of the network. distance(a, b) is the number of hops between two
// nodes, 0 between a node and itself. next(a, b) is the node after `a` on the way to `b`, and requires that
// these differ; each step comes one hop closer.
template <class N>
concept Network = std::constructible_from<N, int> && requires(const N& network, int node) {
    { N::name } -> std::convertible_to<std::string_view>;
    { network.size() } -> std::same_as<int>;
    { network.distance(node, node) } -> std::same_as<int>;
    { network.next(node, node) } -> std::same_as<int>;
    { network.linear(node, node) } -> ApplicationTopology;
    { network.tree(node, node) } -> ApplicationTopology;
};

// The containers of a network that has only distance() and next(): a base class of `Derived`, which is that
// network. linear() goes from the farthest node to the nearest (EPOS-MPI 3.1), and examines all nodes again
// for each distance up to the largest. tree() is the binomial one, which does not depend on distances. Both
// are marked as defaults (ByDefault). A network with better ones defines its own.
template <class Derived>
class NetworkDefaults {
  public:
    explicit constexpr NetworkDefaults(int size) : size_(size) {}

    [[nodiscard]] constexpr int size() const { return size_; }
    [[nodiscard]] constexpr auto linear(int node, int root) const {
        static_assert(
            requires { self().distance(node, root); },
            "a network gives distances by distance(from, to), or has a linear() of its own");
        using Farthest = aspects::FarthestFirst<LinearOrder<Derived>>;
        return Sequence<DefaultOrder<Farthest, Derived>>(self(), node, root);
    }
    [[nodiscard]] constexpr auto tree(int node, int root) const {
        return Sequence<DefaultOrder<BinomialOrder<Derived>, Derived>>(self(), node, root);
    }

  protected:
    [[nodiscard]] constexpr const Derived& self() const { return static_cast<const Derived&>(*this); }

  private:
    int size_;
};

// The way of a message from one node to another: the nodes after the first one, the last included (EPOS-MPI
// figure 2). It has as many elements as the distance of the two; iterators refer to the route, which must
// outlive them.
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
            node_ = node_ == route_->to_ ? no_node : route_->network_.next(node_, route_->to_);
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
        int node_ = no_node;
    };

    constexpr Route(const N& network, int from, int to) : network_(network), from_(from), to_(to) {}

    [[nodiscard]] constexpr iterator begin() const {
        return {*this, from_ == to_ ? no_node : network_.next(from_, to_)};
    }
    [[nodiscard]] constexpr iterator end() const { return {*this, no_node}; }

  private:
    N network_;
    int from_;
    int to_;
};

} // namespace sartor::topologies
