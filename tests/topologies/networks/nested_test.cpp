// Networks inside networks: clusters outside, their members inside, in equal blocks or placed anyhow.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "tests/topologies/containers.hpp"
#include "topologies/networks/complete.hpp"
#include "topologies/networks/grid.hpp"
#include "topologies/networks/nested.hpp"
#include "topologies/networks/nested_by_table.hpp"

namespace {

using namespace sartor::topologies;
using namespace sartor::test;

// The MPPA-256's 16 clusters of 12 ranks, as LWMPI uses them: trees leave a cluster once.
TEST(Nested, EntersEachClusterOnce) {
    using Chip = networks::Nested<networks::Torus<2>, networks::Complete>;
    const Chip chip(192, 12, networks::Torus<2>(16));
    for (const int root : {0, 5, 100, 191}) {
        int crossings = 0;
        for (int node = 0; node < 192; ++node)
            for (const int served : chip.tree(node, root))
                crossings += chip.cluster_of(node) != chip.cluster_of(served) ? 1 : 0;
        EXPECT_EQ(crossings, 15);
        expect_tree(192, root, [&](int node) { return chip.tree(node, root); });
        expect_tree(192, root, [&](int node) { return chip.linear(node, root); });
    }
}

// Who is in which cluster, as a machine's table says it.
class Table {
  public:
    explicit Table(std::vector<int> clusters) : of_(std::move(clusters)) {
        for (const int cluster : of_) count_ = std::max(count_, cluster + 1);
        for (int cluster = 0; cluster < count_; ++cluster) {
            first_.push_back(static_cast<int>(sorted_.size()));
            for (int node = 0; node < members(); ++node)
                if (cluster_of(node) == cluster) sorted_.push_back(node);
        }
        first_.push_back(members());
    }

    [[nodiscard]] int members() const { return static_cast<int>(of_.size()); }
    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] int size(int cluster) const { return first(cluster + 1) - first(cluster); }
    [[nodiscard]] int cluster_of(int node) const { return of_[static_cast<std::size_t>(node)]; }
    [[nodiscard]] int position_of(int node) const {
        return static_cast<int>(std::ranges::find(sorted_, node) - sorted_.begin()) - first(cluster_of(node));
    }
    [[nodiscard]] int member(int cluster, int position) const { return sorted(first(cluster) + position); }
    [[nodiscard]] int sorted(int index) const { return sorted_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] int first(int cluster) const { return first_[static_cast<std::size_t>(cluster)]; }

  private:
    std::vector<int> of_;
    std::vector<int> first_, sorted_;
    int count_ = 0;
};

template <class Outer>
void expect_placed(const Table& table, const Outer& outer) {
    const networks::NestedByTable<Table, Outer> network(table, outer);
    for (int root = 0; root < table.members(); root += 1 + table.members() / 7) {
        int crossings = 0;
        for (int node = 0; node < table.members(); ++node)
            for (const int served : network.tree(node, root))
                crossings += table.cluster_of(node) != table.cluster_of(served) ? 1 : 0;
        EXPECT_EQ(crossings, table.count() - 1) << "each cluster is entered once";
        expect_tree(table.members(), root, [&](int node) { return network.tree(node, root); });
        expect_tree(table.members(), root, [&](int node) { return network.linear(node, root); });
        expect_standard_iterators(network.tree(root, root));
        expect_standard_iterators(network.linear(root, root));
    }
}

TEST(NestedByTable, ServesEverybodyWhereverTheyAre) {
    for (const int size : {1, 2, 3, 5, 8, 16, 33})
        for (const int clusters : {1, 2, 4, 7}) {
            if (clusters > size) continue;
            std::vector<int> dealt, apart;
            for (int node = 0; node < size; ++node) dealt.push_back(node % clusters);
            for (int node = 0; node < size; ++node) // the first cluster has one node only
                apart.push_back(
                    node < clusters ? node : clusters - 1 - node * 7 % (clusters > 1 ? clusters - 1 : 1));
            expect_placed(Table(dealt), networks::Complete(clusters));
            expect_placed(Table(apart), networks::Torus<1>(clusters));
        }
    std::vector<int> compact;
    for (int node = 0; node < 192; ++node) compact.push_back(node / 12);
    expect_placed(Table(compact), networks::Torus<2>(16));
}

} // namespace
