// The algorithms that move data, with data in pieces: derived datatypes that differ from rank to rank, with
// gaps that stay as they are.
#include "tests/components/collective/cases.hpp"

#include <algorithm>
#include <memory>

#include "components/collective/algorithms/allgather_algorithms.hpp"
#include "components/collective/algorithms/alltoall_algorithms.hpp"
#include "components/collective/algorithms/alltoall_clusters.hpp"
#include "components/collective/algorithms/bcast_long.hpp"
#include "components/collective/algorithms/through_clusters.hpp"
#include "components/collective/shared/all_to_all.hpp"
#include "components/collective/shared/bcast.hpp"
#include "components/collective/shared/gather.hpp"
#include "mpi_api/datatypes/commit.hpp"
#include "mpi_api/datatypes/indexed.hpp"
#include "tests/components/collective/in_clusters.hpp"
#include "topologies/networks/linear.hpp"
#include "topologies/networks/ring.hpp"

namespace {

using namespace sartor::test_collective;
using WithTypes = test::TestProgram<feature::collective, feature::datatype_basic, feature::datatype_total,
                                    feature::predefined_datatype<593>>;

constexpr Element gap = 0xdead'beef;

// `count` elements in blocks with gaps between, drawn by this rank alone.
class Scattered {
  public:
    Scattered(mpi::Call<WithTypes>& call, std::mt19937& engine, std::size_t count) : call_(call) {
        int position = 0;
        for (std::size_t left = count; left > 0;) {
            const std::size_t length = std::min<std::size_t>(1 + engine() % 9, left);
            position += static_cast<int>(engine() % 3);
            lengths_.push_back(static_cast<int>(length));
            starts_.push_back(position);
            for (std::size_t index = 0; index < length; ++index) offsets_.push_back(position++);
            left -= length;
        }
        memory_.assign(static_cast<std::size_t>(position) + 1, gap);
        mpi::type_indexed(call, static_cast<int>(starts_.size()), lengths_.data(), starts_.data(),
                          element_type, &type_);
        mpi::type_commit(call, &type_);
    }
    ~Scattered() { mpi::type_free(call_, &type_); }
    Scattered(const Scattered&) = delete;
    Scattered& operator=(const Scattered&) = delete;

    [[nodiscard]] auto piece() {
        return call_.state().datatypes.storage(memory_.data(), 1, mpi::value_of(type_));
    }
    [[nodiscard]] std::size_t size() const { return offsets_.size(); }
    [[nodiscard]] Element& operator[](std::size_t index) {
        return memory_[static_cast<std::size_t>(offsets_[index])];
    }
    // As rank `rank` has it for rank `other`.
    void fill(int rank, int other = 0) {
        for (std::size_t index = 0; index < size(); ++index) (*this)[index] = element(rank, index, other);
    }
    [[nodiscard]] bool holds(int rank, int other = 0) {
        for (std::size_t index = 0; index < size(); ++index)
            if ((*this)[index] != element(rank, index, other)) return false;
        return static_cast<std::size_t>(std::ranges::count(memory_, gap)) == memory_.size() - size();
    }

  private:
    mpi::Call<WithTypes>& call_;
    std::vector<int> lengths_, starts_, offsets_;
    std::vector<Element> memory_;
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

// One for each rank.
class ScatteredRows {
  public:
    ScatteredRows(mpi::Call<WithTypes>& call, std::mt19937& engine, int rows, std::size_t count) {
        for (int row = 0; row < rows; ++row)
            rows_.push_back(std::make_unique<Scattered>(call, engine, count));
    }
    [[nodiscard]] Scattered& operator[](int row) const { return *rows_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] auto slices() const {
        return [this](int row) { return (*this)[row].piece(); };
    }

  private:
    std::vector<std::unique_ptr<Scattered>> rows_;
};

// body(context, engine, count): the engine is the rank's own, the count that of all.
template <class Body>
void with_types(std::size_t most, Body body) {
    on_all_counts<WithTypes>([=](auto& context) {
        const auto count = context.numbers.count % most;
        std::mt19937 engine(static_cast<unsigned>(context.numbers.count * 64) +
                            static_cast<unsigned>(context.rank));
        body(context, engine, count);
    });
}

template <class T>
class ScatteredBcasts : public testing::Test {};
using Bcasts = testing::Types<bcast::Along<Tree>, bcast::Along<Of<networks::Ring>>, bcast::Along<Clusters>,
                              bcast::Immediately<Tree>, bcast::Pipelined<Chain, 1000>,
                              bcast::ScatterAllgather, bcast::Shared>;
TYPED_TEST_SUITE(ScatteredBcasts, Bcasts);
TYPED_TEST(ScatteredBcasts, GiveAllWhatTheRootHas) {
    with_types(5000, [](auto& context, std::mt19937& engine, std::size_t count) {
        const int root = context.numbers.root;
        Scattered data(context.call, engine, count);
        if (context.rank == root) data.fill(root);
        TypeParam::run(context.messages, root, data.piece());
        context.expect(data.holds(root));
    });
}

template <class T>
class ScatteredGathers : public testing::Test {};
template <class Direction>
using Gathers = testing::Types<gather::Along<Direction, Only<topologies::Linear>>,
                               gather::Along<Direction, Of<networks::Ring>>,
                               gather::Along<Direction, Clusters>, gather::Shared<Direction>>;
using ReverseGathers = Gathers<Reverse>;
TYPED_TEST_SUITE(ScatteredGathers, ReverseGathers);
TYPED_TEST(ScatteredGathers, BringSlicesToTheRoot) {
    with_types(400, [](auto& context, std::mt19937& engine, std::size_t count) {
        const int root = context.numbers.root;
        const int rows = context.rank == root ? context.numbers.size : 0;
        const ScatteredRows all(context.call, engine, rows, count);
        Scattered own(context.call, engine, count);
        own.fill(context.rank);
        if (context.rank == root) own.piece().copy_to(all[root].piece());
        TypeParam::run(context.messages, root, all.slices(), own.piece());
        for (int row = 0; row < rows; ++row) context.expect(all[row].holds(row));
    });
}

template <class T>
class ScatteredScatters : public testing::Test {};
using StraightGathers = Gathers<Straight>;
TYPED_TEST_SUITE(ScatteredScatters, StraightGathers);
TYPED_TEST(ScatteredScatters, TakeSlicesFromTheRoot) {
    with_types(400, [](auto& context, std::mt19937& engine, std::size_t count) {
        const int root = context.numbers.root;
        const int rows = context.rank == root ? context.numbers.size : 0;
        const ScatteredRows all(context.call, engine, rows, count);
        for (int row = 0; row < rows; ++row) all[row].fill(root, row);
        Scattered own(context.call, engine, count);
        if (context.rank == root) all[root].piece().copy_to(own.piece());
        TypeParam::run(context.messages, root, all.slices(), own.piece());
        context.expect(own.holds(root, context.rank));
    });
}

template <class T>
class ScatteredAllgathers : public testing::Test {};
using Allgathers =
    testing::Types<allgather::Exchanging, allgather::NeighbourRing, allgather::GatherBcast, allgather::Bruck,
                   allgather::Along<Clusters>, allgather::Shared, InClusters<allgather::ThroughClusters, 2>>;
TYPED_TEST_SUITE(ScatteredAllgathers, Allgathers);
TYPED_TEST(ScatteredAllgathers, GiveAllSlicesToAll) {
    with_types(200, [](auto& context, std::mt19937& engine, std::size_t count) {
        const ScatteredRows all(context.call, engine, context.numbers.size, count);
        Scattered own(context.call, engine, count);
        own.fill(context.rank);
        own.piece().copy_to(all[context.rank].piece());
        TypeParam::run(context.messages, own.piece(), all.slices());
        for (int row = 0; row < context.numbers.size; ++row) context.expect(all[row].holds(row));
    });
}

template <class T>
class ScatteredAlltoalls : public testing::Test {};
using Alltoalls = testing::Types<alltoall::Exchanging, alltoall::RootByRoot<Only<topologies::Linear>>,
                                 alltoall::Along<Clusters>, alltoall::Bruck, alltoall::GatherScatter,
                                 alltoall::Shared, InClusters<alltoall::ThroughClusters, 2>>;
TYPED_TEST_SUITE(ScatteredAlltoalls, Alltoalls);
TYPED_TEST(ScatteredAlltoalls, GiveEachWhatItsPartnersHaveForIt) {
    with_types(100, [](auto& context, std::mt19937& engine, std::size_t count) {
        const int size = context.numbers.size;
        const ScatteredRows out(context.call, engine, size, count);
        const ScatteredRows in(context.call, engine, size, count);
        for (int row = 0; row < size; ++row) out[row].fill(context.rank, row);
        out[context.rank].piece().copy_to(in[context.rank].piece());
        TypeParam::run(context.messages, out.slices(), in.slices());
        for (int row = 0; row < size; ++row) context.expect(in[row].holds(row, context.rank));
    });
}

} // namespace
