// The k-ary tree: each node serves up to K others. Flatter than the binomial one for large K, and of bounded
// degree, as pipelines need it.
#pragma once

#include <string_view>

#include "topologies/tree.hpp"

namespace sartor::topologies {

// The node at distance d from the root serves those at K*d + 1 ... K*d + K. `NetworkOfNodes` needs only
// size(). All functions take constant time.
//
// The nodes of a subtree are not numbered in a row, so operands of an operation that does not commute can't
// be joined along this tree.
template <int K, class NetworkOfNodes>
class KAryOrder {
  public:
    static_assert(K > 1, "a 1-ary tree is the chain");
    static constexpr std::string_view name = "k-ary tree";

    constexpr KAryOrder(NetworkOfNodes network, int node, int root)
        : network_(network), root_(root), distance_(distance_from_root(network.size(), node, root)) {}

    [[nodiscard]] constexpr int above() const {
        return distance_ == 0 ? no_node : node_at_distance(network_.size(), (distance_ - 1) / K, root_);
    }
    [[nodiscard]] constexpr int count() const {
        const int first = K * distance_ + 1;
        const int left = network_.size() - first;
        return left < 0 ? 0 : left < K ? left : K;
    }
    [[nodiscard]] constexpr int element(int position) const {
        return node_at_distance(network_.size(), K * distance_ + 1 + position, root_);
    }

  private:
    NetworkOfNodes network_;
    int root_;
    int distance_;
};

template <int K>
using KAry = Sequence<KAryOrder<K, AllEqual>>;
static_assert(ApplicationTopology<KAry<4>>);

} // namespace sartor::topologies
