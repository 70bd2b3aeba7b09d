// Which ranks share a process, computed from numbers, against a list.
#include "components/channel/fabric/process_clusters.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace {

using sartor::channel::fabric::Blocks;
using sartor::channel::fabric::blocks;
using sartor::channel::fabric::ProcessClusters;

struct Group {
    int processes, ranks, first, stride, size;

    [[nodiscard]] int process_of(int member) const { return blocks.of(first + member * stride); }
};

// The members of each process that has any, as long as no process between them has none.
std::vector<std::vector<int>> members_by_process(const Group& group) {
    std::vector<std::vector<int>> found(1);
    bool has_gap = group.stride == 0;
    for (int member = 0; member < group.size; ++member) {
        if (member > 0 && group.process_of(member) != group.process_of(member - 1)) {
            has_gap = has_gap || group.process_of(member) != group.process_of(member - 1) + 1;
            found.emplace_back();
        }
        found.back().push_back(member);
    }
    if (!has_gap && found.size() < static_cast<std::size_t>(group.size)) return found;
    found.assign(1, {});
    for (int member = 0; member < group.size; ++member) found[0].push_back(member);
    return found;
}

void expect_clusters(const Group& group) {
    SCOPED_TRACE(testing::Message() << group.processes << " processes of " << group.ranks
                                    << " ranks, group of " << group.size << " from " << group.first << " by "
                                    << group.stride);
    const ProcessClusters clusters(group.first, group.stride, group.size);
    const auto expected = members_by_process(group);
    ASSERT_EQ(clusters.members(), group.size);
    ASSERT_EQ(clusters.count(), static_cast<int>(expected.size()));
    int index = 0;
    bool equal = true;
    for (int cluster = 0; cluster < clusters.count(); ++cluster) {
        const auto& members = expected[static_cast<std::size_t>(cluster)];
        const auto in = clusters.in(cluster);
        ASSERT_EQ(clusters.size(cluster), static_cast<int>(members.size()));
        EXPECT_EQ(clusters.first(cluster), index);
        equal = equal && members.size() == expected[0].size();
        for (int position = 0; position < clusters.size(cluster); ++position, ++index) {
            const int member = members[static_cast<std::size_t>(position)];
            EXPECT_EQ(clusters.member(cluster, position), member);
            EXPECT_EQ(in(position), member);
            EXPECT_EQ(clusters.sorted(index), member);
            EXPECT_EQ(clusters.cluster_of(member), cluster);
            EXPECT_EQ(clusters.position_of(member), position);
        }
    }
    EXPECT_EQ(clusters.equal_size(), equal ? static_cast<int>(expected[0].size()) : 0);
}

class ProcessClustersOf : public testing::TestWithParam<int> {
  protected:
    ~ProcessClustersOf() override { blocks = Blocks(); }
};
INSTANTIATE_TEST_SUITE_P(Processes, ProcessClustersOf, testing::Values(1, 2, 3, 5, 8));

TEST_P(ProcessClustersOf, AreWhatTheNumbersSay) {
    blocks.processes = GetParam();
    for (const int ranks : {1, 2, 3, 5, 8, 16, 37}) {
        if (ranks < blocks.processes) continue;
        blocks.ranks = ranks;
        for (int stride = 0; stride <= 7; ++stride)
            for (int first = 0; first < ranks; ++first)
                for (int size = 1; first + (size - 1) * stride < ranks && size <= ranks; ++size)
                    expect_clusters({blocks.processes, ranks, first, stride, size});
    }
}

TEST(ProcessClusters, OfARunInOneProcessAreOne) {
    const ProcessClusters clusters(0, 1, 1000000);
    EXPECT_EQ(clusters.count(), 1);
    EXPECT_EQ(clusters.size(0), 1000000);
    EXPECT_EQ(clusters.position_of(999999), 999999);
}

} // namespace
