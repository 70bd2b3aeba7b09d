// Groups of ranks by clusters, beside what is counted out of their nodes one by one.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "emulation/chip/clusters.hpp"
#include "emulation/run.hpp"
#include "tests/support/machines.hpp"

namespace sartor::machine::manycore {
namespace {

struct Free {
    void operator()(Clusters* clusters) const {
        clusters->~Clusters();
        std::free(clusters);
    }
};

// A run with ranks on these nodes.
class OnNodes {
  public:
    explicit OnNodes(const std::vector<int>& nodes) : run_(machine().description), pes_(nodes.size()) {
        for (std::size_t rank = 0; rank < nodes.size(); ++rank) pes_[rank].node = nodes[rank];
        run_.pes = pes_.data();
        the_run = &run_;
    }
    OnNodes(const OnNodes&) = delete;
    OnNodes& operator=(const OnNodes&) = delete;
    ~OnNodes() { the_run = nullptr; }

    [[nodiscard]] std::unique_ptr<Clusters, Free> clusters() const {
        return std::unique_ptr<Clusters, Free>(Clusters::make(
            static_cast<int>(pes_.size()), nullptr, [](const void*, int member) { return member; }));
    }

  private:
    [[nodiscard]] static const test::DescribedMachine& machine() {
        static const test::DescribedMachine bostan(TEST_MACHINES "/mppa256-bostan.json");
        return bostan;
    }

    Run run_;
    std::vector<Pe> pes_;
};

void expect_as_counted(const Clusters& clusters, const std::vector<int>& nodes) {
    std::vector<int> used = nodes;
    std::ranges::sort(used);
    used.erase(std::unique(used.begin(), used.end()), used.end());
    ASSERT_EQ(clusters.count(), static_cast<int>(used.size()));
    ASSERT_EQ(clusters.members(), static_cast<int>(nodes.size()));
    int index = 0;
    bool are_equal = true;
    for (int cluster = 0; cluster < clusters.count(); ++cluster) {
        const int node = used[static_cast<std::size_t>(cluster)];
        ASSERT_EQ(clusters.first(cluster), index);
        int position = 0;
        for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
            if (nodes[rank] != node) continue;
            const int member = static_cast<int>(rank);
            EXPECT_EQ(clusters.cluster_of(member), cluster);
            EXPECT_EQ(clusters.position_of(member), position);
            EXPECT_EQ(clusters.member(cluster, position), member);
            EXPECT_EQ(clusters.in(cluster)(position), member);
            EXPECT_EQ(clusters.sorted(index), member);
            ++position;
            ++index;
        }
        EXPECT_EQ(clusters.size(cluster), position);
        are_equal = are_equal && position == clusters.size(0);
    }
    EXPECT_EQ(clusters.first(clusters.count()), index);
    EXPECT_EQ(clusters.equal_size(), are_equal ? clusters.size(0) : 0);
    EXPECT_EQ(clusters.are_the_first(), used.back() + 1 == clusters.count());
}

constexpr std::size_t table(std::size_t members) {
    return (4 * members + 1) * sizeof(int);
}

struct Placement {
    std::vector<int> nodes;
    std::size_t bytes;
};

TEST(Clusters, AreThoseOfTheNodesWithTablesOnlyWhereNeeded) {
    const Placement placements[] = {
        {{0}, 0},
        {{3}, 0},
        {{5, 5, 5}, 0},
        {{0, 0, 1, 1, 2, 2}, 0},
        {{0, 0, 0, 1, 1, 1, 2}, 0},     // the last has fewer
        {{2, 2, 7, 7, 15}, 0},          // with gaps
        {{0, 1, 2, 3}, 0},              // a rank in each
        {{0, 0, 1, 1, 1}, table(5)},    // the last has more
        {{0, 0, 1, 2, 2}, table(5)},    // one in the middle has fewer
        {{0, 1, 2, 0, 1, 2}, table(6)}, // dealt out
        {{0, 1, 2, 0}, table(4)},
        {{4, 4, 1, 1}, table(4)},
        {{0, 0, 1, 1, 0}, table(5)},
    };
    for (const Placement& one : placements) {
        SCOPED_TRACE(testing::PrintToString(one.nodes));
        const OnNodes run(one.nodes);
        const auto clusters = run.clusters();
        expect_as_counted(*clusters, one.nodes);
        EXPECT_EQ(clusters->bytes(), one.bytes);
    }
}

} // namespace
} // namespace sartor::machine::manycore
