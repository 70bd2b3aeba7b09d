// Rows of ranks against what each rank's worker says of itself.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/rank/strided_ranks.hpp"
#include "tests/support/ranks.hpp"

namespace {

using namespace sartor;
using Program = test::TestProgram<feature::tags>;

struct Row {
    int first, stride, size;
};

// The ranks of each worker that has some, in the order of the workers.
std::vector<std::vector<int>> places_by_worker(const Row& row) {
    std::vector<std::vector<int>> found;
    const process::Worker* last = nullptr;
    for (int position = 0; position < row.size; ++position) {
        const process::Worker* worker = process::rank(row.first + position * row.stride).worker;
        if (worker != last) found.emplace_back();
        last = worker;
        found.back().push_back(position);
    }
    return found;
}

// Of a dense row: what it means for the rank at the given position.
bool tells_the_truth(const process::StridedRanks& strided, const Row& row, int own) {
    const auto workers = places_by_worker(row);
    const auto mine = std::find_if(workers.begin(), workers.end(), [&](const std::vector<int>& positions) {
        return std::find(positions.begin(), positions.end(), own) != positions.end();
    });
    bool right = strided.workers() == static_cast<int>(workers.size()) &&
                 strided.own_worker() == mine - workers.begin() && strided.begin() == mine->front() &&
                 strided.end() == mine->back() + 1;
    for (std::size_t worker = 0; worker < workers.size(); ++worker)
        right = right && strided.begin_of(static_cast<int>(worker)) == workers[worker].front();
    // Workers in a row: none between them without ranks of it.
    const auto of = [&](std::size_t index) {
        return process::rank(row.first + workers[index].front() * row.stride).worker;
    };
    for (std::size_t worker = 1; worker < workers.size(); ++worker)
        right = right && of(worker) == of(worker - 1) + 1;
    return right;
}

class StridedRanksOfWorkers : public testing::TestWithParam<std::tuple<int, int>> {};
INSTANTIATE_TEST_SUITE_P(Counts, StridedRanksOfWorkers,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8, 16, 33),
                                          testing::Values(1, 2, 3, 5)));

TEST_P(StridedRanksOfWorkers, KnowWhoSharesAWorker) {
    const auto [ranks, workers] = GetParam();
    const int code = test::run_ranks<Program>(
        ranks,
        [ranks = ranks](process::Rank& rank) {
            bool right = true;
            for (int stride = 1; stride < ranks; ++stride)
                for (int first = 0; first <= rank.number; ++first)
                    for (int size = 1; first + (size - 1) * stride < ranks; ++size) {
                        const process::StridedRanks strided(first, stride, size);
                        const int own = (rank.number - first) / stride;
                        const bool member = (rank.number - first) % stride == 0 && own < size;
                        if (strided.is_dense() && member)
                            right = right && tells_the_truth(strided, {first, stride, size}, own);
                    }
            if (!right) process::end_rank(1);
        },
        workers);
    EXPECT_EQ(code, 0);
}

TEST(StridedRanksOfWorkers, AreDenseWhereRanksOfTheWorldShareWorkers) {
    const auto dense = [](int ranks, int workers, int stride, process::Mapping mapping) {
        return test::run_ranks<Program>(
                   ranks,
                   [=](process::Rank&) {
                       const process::StridedRanks row(0, stride, (ranks - 1) / stride + 1);
                       process::end_rank(row.is_dense() ? 1 : 0);
                   },
                   workers, mapping) == 1;
    };
    using process::Mapping;
    EXPECT_TRUE(dense(16, 2, 1, Mapping::compact));
    EXPECT_TRUE(dense(17, 3, 5, Mapping::compact));
    EXPECT_TRUE(dense(2, 1, 1, Mapping::compact));
    EXPECT_FALSE(dense(17, 3, 6, Mapping::compact)); // a worker has only five
    EXPECT_FALSE(dense(3, 2, 1, Mapping::compact));  // one has none to share with
    EXPECT_FALSE(dense(2, 2, 1, Mapping::compact));
    EXPECT_FALSE(dense(16, 2, 1, Mapping::scatter));
    EXPECT_FALSE(dense(16, 2, -1, Mapping::compact));
}

} // namespace
