// Which ranks share a process, computed from numbers, against a list.
#include "transports/fabric/process_clusters.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace {

using sartor::channel::fabric::Blocks;
using sartor::channel::fabric::blocks;
using sartor::channel::fabric::Computers;
using sartor::channel::fabric::computers;
using sartor::channel::fabric::ProcessClusters;

struct Group {
    int processes, ranks, first, stride, size;

    [[nodiscard]] int process_of(int member) const { return blocks.of(first + member * stride); }
    [[nodiscard]] int computer_of(int member) const { return computers.of(process_of(member)); }
    [[nodiscard]] bool has_later() const { return first + (size - 1) * stride >= ranks; }
};

// The members of each place that has any, as long as no place between them has none.
template <class PlaceOf>
std::vector<std::vector<int>> members_by(const Group& group, const PlaceOf& place_of) {
    std::vector<std::vector<int>> found(1);
    bool has_gap = group.stride == 0;
    for (int member = 0; member < group.size; ++member) {
        if (member > 0 && place_of(member) != place_of(member - 1)) {
            has_gap = has_gap || place_of(member) != place_of(member - 1) + 1;
            found.emplace_back();
        }
        found.back().push_back(member);
    }
    if (!has_gap && found.size() < static_cast<std::size_t>(group.size)) return found;
    found.assign(1, {});
    for (int member = 0; member < group.size; ++member) found[0].push_back(member);
    return found;
}

// By process, or else by computer.
std::vector<std::vector<int>> expected_of(const Group& group) {
    const auto by_process = members_by(group, [&](int member) { return group.process_of(member); });
    if (by_process.size() > 1 || computers.count() == 1 || group.has_later()) return by_process;
    return members_by(group, [&](int member) { return group.computer_of(member); });
}

void expect_clusters(const Group& group) {
    SCOPED_TRACE(testing::Message() << group.processes << " processes of " << group.ranks
                                    << " ranks, group of " << group.size << " from " << group.first << " by "
                                    << group.stride);
    const ProcessClusters clusters(group.first, group.stride, group.size);
    const auto expected = expected_of(group);
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
    ~ProcessClustersOf() override {
        blocks = Blocks();
        find({});
    }
    // Which processes are the first ones of their computers, but for process 0.
    static void find(const std::vector<int>& firsts) {
        computers.find(100, [&](int process) {
            return std::find(firsts.begin(), firsts.end(), process) == firsts.end();
        });
    }
    static void expect_clusters_of_all_groups() {
        for (const int ranks : {1, 2, 3, 5, 8, 16, 37}) {
            if (ranks < blocks.processes) continue;
            blocks.ranks = ranks;
            for (int stride = 0; stride <= 7; ++stride)
                for (int first = 0; first < ranks; ++first)
                    for (int size = 1; first + (size - 1) * stride < ranks && size <= ranks; ++size)
                        expect_clusters({blocks.processes, ranks, first, stride, size});
        }
    }
};
INSTANTIATE_TEST_SUITE_P(Processes, ProcessClustersOf, testing::Values(1, 2, 3, 5, 8));

TEST_P(ProcessClustersOf, AreWhatTheNumbersSay) {
    blocks.processes = GetParam();
    expect_clusters_of_all_groups();
}

TEST_P(ProcessClustersOf, AreByComputerWhereProcessesHaveOneRank) {
    blocks.processes = GetParam();
    for (const std::vector<int>& firsts : {std::vector{1}, {2}, {4}, {1, 2}, {3, 5}, {2, 4, 6}}) {
        find(firsts);
        expect_clusters_of_all_groups();
    }
    blocks.processes = blocks.ranks = 8;
    find({4});
    EXPECT_EQ(ProcessClusters(0, 1, 8).count(), 2);
    EXPECT_EQ(ProcessClusters(0, 2, 4).equal_size(), 2);
    EXPECT_EQ(ProcessClusters(0, 1, 4).count(), 1) << "on one computer";
    blocks.ranks = 16;
    EXPECT_EQ(ProcessClusters(0, 1, 16).count(), 8);
    EXPECT_EQ(ProcessClusters(0, 1, 16).together(), 4);
    EXPECT_EQ(ProcessClusters(0, 1, 12).together(), 4) << "the last computer has fewer";
    EXPECT_EQ(ProcessClusters(2, 1, 14).together(), 7) << "the first one has fewer";
    find({2, 4, 6});
    EXPECT_EQ(ProcessClusters(0, 1, 16).together(), 2);
    find({3});
    EXPECT_EQ(ProcessClusters(0, 1, 16).together(), 8) << "three and five";
    EXPECT_EQ(ProcessClusters(0, 1, 6).together(), 3) << "on one computer";
}

TEST(ProcessClusters, OfARunInOneProcessAreOne) {
    const ProcessClusters clusters(0, 1, 1000000);
    EXPECT_EQ(clusters.count(), 1);
    EXPECT_EQ(clusters.size(0), 1000000);
    EXPECT_EQ(clusters.position_of(999999), 999999);
}

// Without a roster, which runs have that may grow.
TEST(Blocks, EndWithTheLastProcess) {
    const Blocks of_five{.number = 0, .processes = 5, .ranks = 12, .first = 0, .here = 3};
    EXPECT_EQ(of_five.first_rank(4), 10);
    EXPECT_EQ(of_five.first_rank(5), 12);
}

} // namespace
