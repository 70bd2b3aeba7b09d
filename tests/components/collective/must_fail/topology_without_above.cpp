// A broadcast along a topology that does not say who serves a node: its author forgot above().
#include "components/collective/choice/choice.hpp"

struct StarOrder {
    static constexpr std::string_view name = "star";
    constexpr StarOrder(int size, int node, int root) : size_(size), is_root_(node == root), root_(root) {}
    [[nodiscard]] constexpr int count() const { return is_root_ ? size_ - 1 : 0; }
    [[nodiscard]] constexpr int element(int index) const { return index < root_ ? index : index + 1; }
#ifndef MUST_FAIL
    [[nodiscard]] constexpr int above() const { return is_root_ ? sartor::topologies::no_node : root_; }
#endif

  private:
    int size_;
    bool is_root_;
    int root_;
};
using Star = sartor::topologies::Sequence<StarOrder>;
auto star = sartor::collective::Only<Star>::tree(4, 1, 0);
