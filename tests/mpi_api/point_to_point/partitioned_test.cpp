// Messages in partitions: whatever the partitions of both sides, readiness in any order, derived datatypes.
#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/datatypes/commit.hpp"
#include "mpi_api/datatypes/vector.hpp"
#include "mpi_api/point_to_point/completion.hpp"
#include "mpi_api/point_to_point/partitioned.hpp"
#include "mpi_api/point_to_point/persistent.hpp"
#include "mpi_api/point_to_point/request_status.hpp"
#include "tests/support/program_test.hpp"

namespace {

using namespace sartor;
using Program = test::TestProgram<feature::tags, feature::immediate, feature::persistent,
                                  feature::partitioned, feature::datatype_basic, feature::datatype_contiguous,
                                  feature::datatype_total, feature::predefined_datatype<521>>;
using Call = mpi::Call<Program>;
using test::expect;
using test::expect_equal;

// Without the feature nothing of it is there.
using Lean = test::TestProgram<feature::tags, feature::immediate, feature::persistent>;
static_assert(std::is_empty_v<mpi::Interface<Lean>::types::Flows>);
static_assert(sizeof(mpi::Request<mpi::Interface<Lean>::types>) <
              sizeof(mpi::Request<mpi::Interface<Program>::types>));
static_assert(sizeof(mpi::Interface<Lean>::types::Header) < sizeof(mpi::Interface<Program>::types::Header));

using Partitioned = test::ProgramTest<Program>;
INSTANTIATE_TEST_SUITE_P(Counts, Partitioned,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8, 16), testing::Values(1, 2)));

// A ring, with the same plan of random numbers everywhere.
class Exchange {
  public:
    Exchange(Call& call, int rank, int size, unsigned seed)
        : call_(call), rank_(rank), size_(size), random_(seed) {
        parts_ = 1 + static_cast<int>(random_() % 12);
        into_ = 1 + static_cast<int>(random_() % 12);
        each_ = 1 + static_cast<int>(random_() % 5);
        scattered_ = random_() % 2 == 0;
        mpi::type_vector(call_, 2, 1, 2, MPI_INT, &pair_);
        mpi::type_commit(call_, &pair_);
        const int numbers = parts_ * into_ * each_ * 2;
        out_.resize(static_cast<std::size_t>(numbers));
        in_.assign(static_cast<std::size_t>(scattered_ ? numbers / 2 * 3 : numbers), -1);
        mpi::psend_init(call_, out_.data(), parts_, into_ * each_ * 2, MPI_INT, (rank + 1) % size, 3,
                        MPI_COMM_WORLD, MPI_INFO_NULL, &requests_[0]);
        mpi::precv_init(call_, in_.data(), into_, parts_ * each_ * (scattered_ ? 1 : 2),
                        scattered_ ? pair_ : MPI_INT, (rank + size - 1) % size, 3, MPI_COMM_WORLD,
                        MPI_INFO_NULL, &requests_[1]);
        mpi::type_free(call_, &pair_);
    }
    ~Exchange() {
        for (MPI_Request& request : requests_) mpi::request_free(call_, &request);
    }

    void go_round(int round) {
        std::iota(out_.begin(), out_.end(), 1000 * rank_ + round);
        std::vector<int> order(static_cast<std::size_t>(parts_));
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random_);
        mpi::startall(call_, 2, requests_);
        for (const int partition : order) mpi::pready(call_, partition, requests_[0]);
        MPI_Status statuses[2];
        expect_equal(mpi::waitall(call_, 2, requests_, statuses), MPI_SUCCESS);
        expect(statuses[1].MPI_TAG == 3 && statuses[1].MPI_SOURCE == (rank_ + size_ - 1) % size_);
        for (std::size_t number = 0; number < out_.size(); ++number)
            expect_equal(in_[slot_of(number)],
                         1000 * ((rank_ + size_ - 1) % size_) + round + static_cast<int>(number));
    }

  private:
    [[nodiscard]] std::size_t slot_of(std::size_t number) const {
        return scattered_ ? number / 2 * 3 + number % 2 * 2 : number;
    }

    Call& call_;
    int rank_;
    int size_;
    std::mt19937 random_;
    int parts_ = 0;
    int into_ = 0;
    int each_ = 0;
    bool scattered_ = false;
    MPI_Datatype pair_ = MPI_DATATYPE_NULL;
    std::vector<int> out_, in_;
    MPI_Request requests_[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

TEST_P(Partitioned, AnyPartitionsArriveWhole) {
    for (unsigned seed = 1; seed <= 20; ++seed)
        EXPECT_EQ(run([seed](Call& call, int rank, int size) {
                      Exchange exchange(call, rank, size, seed);
                      for (int round = 0; round < 3; ++round) exchange.go_round(round);
                  }),
                  0)
            << "seed " << seed;
}

} // namespace
