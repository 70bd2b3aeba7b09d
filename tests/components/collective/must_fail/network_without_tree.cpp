// A collective along a network that has one of its two containers.
#include "components/collective/choice/choice.hpp"
#include "topologies/linear.hpp"
#include "topologies/tree.hpp"

struct Network {
    static constexpr std::string_view name = "network";
    explicit constexpr Network(int size) : size_(size) {}
    constexpr auto linear(int node, int root) const { return sartor::topologies::Linear(size_, node, root); }
#ifndef MUST_FAIL
    constexpr auto tree(int node, int root) const { return sartor::topologies::Tree(size_, node, root); }
#endif
    int size_;
};
auto tree = sartor::collective::Of<Network>::tree(4, 1, 0);
