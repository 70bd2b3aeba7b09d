// Cases for the algorithms of collectives: rank counts, random sizes and roots, data, and a way to run them
// over MPI's messages.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/collective/interface/interface.hpp"
#include "mpi_api/collective/operands/operands.hpp"
#include "mpi_api/environment/init.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/ranks.hpp"
#include "topologies/chain.hpp"
#include "topologies/networks/complete.hpp"
#include "topologies/networks/grid.hpp"
#include "topologies/networks/nested.hpp"

namespace sartor::test_collective {

using namespace sartor;
using namespace sartor::collective;
using Program = test::TestProgram<feature::collective, feature::reduction, feature::datatype_basic,
                                  feature::synchronous, feature::user_operations,
                                  feature::predefined_datatype<593>, feature::predefined_operation<33>>;
using Call = mpi::Call<Program>;
using Messages = mpi::Messages<Program>;
using MpiOperands = mpi::ReductionOperands<Program>;
using Storage = Messages::Piece;
using Element = std::uint32_t;
inline const MPI_Datatype element_type = MPI_UINT32_T;

inline std::vector<int> rank_counts() {
    std::vector<int> list{32, 33};
    for (int size = 1; size <= 17; ++size) list.push_back(size);
    return list;
}

// All ranks of one case draw the same numbers.
class Case {
  public:
    Case(unsigned seed, int ranks) : engine_(seed * 1000 + static_cast<unsigned>(ranks)), size(ranks) {
        constexpr std::size_t ranges[] = {1, 7, 300, 5000};
        count = draw(ranges[draw(4)] + 1);
        root = static_cast<int>(draw(static_cast<std::size_t>(ranks)));
        in_place = draw(2) == 0;
    }
    std::size_t draw(std::size_t below) {
        return std::uniform_int_distribution<std::size_t>(0, below - 1)(engine_);
    }

  private:
    std::mt19937 engine_;

  public:
    int size;
    int root;
    std::size_t count;
    bool in_place;
};

// What rank `rank` has in place `index` for rank `other`. Both halves below the modulus of compose().
inline Element element(int rank, std::size_t index, int other = 0) {
    const auto number = static_cast<Element>(rank * 7919 + other * 104729 + static_cast<int>(index) * 31 + 5);
    return (number % 65521) << 16 | number * 17 % 65521;
}
inline std::vector<Element> data_of(int rank, std::size_t count) {
    std::vector<Element> data(count);
    for (std::size_t index = 0; index < count; ++index) data[index] = element(rank, index);
    return data;
}
inline Storage piece(std::vector<Element>& data) {
    return {data.data(), data.size() * sizeof(Element)};
}
inline Storage part(std::vector<Element>& data, std::size_t first, std::size_t count) {
    return {data.data() + first, count * sizeof(Element)};
}

// Affine functions modulo a prime, the one after the other: associative, and does not commute.
inline Element compose(Element left, Element right) {
    constexpr std::uint64_t prime = 65521;
    const std::uint64_t a = left >> 16, b = left & 0xffff, c = right >> 16, d = right & 0xffff;
    return static_cast<Element>(a * c % prime << 16 | (a * d + b) % prime);
}
inline void compose_all(void* left, void* right, int* count, MPI_Datatype*) {
    for (int index = 0; index < *count; ++index)
        static_cast<Element*>(right)[index] =
            compose(static_cast<Element*>(left)[index], static_cast<Element*>(right)[index]);
}

template <class P>
struct ContextOf {
    mpi::Call<P>& call;
    mpi::Messages<P>& messages;
    Case& numbers;
    int rank;
    bool right = true;

    // Failures do not end the rank here: the collectives of the others go on.
    void expect(bool condition, const test::Where& where = test::Where::here()) {
        if (!condition && right) test::add_failure(where, "the condition does not hold");
        right = right && condition;
    }
    template <class Value, class Expected>
    void expect_equal(const Value& value, const Expected& expected,
                      const test::Where& where = test::Where::here()) {
        if (value == expected) return;
        if (right)
            test::add_failure(where, testing::PrintToString(value), ", expected ",
                              testing::PrintToString(expected));
        right = false;
    }
};
using Context = ContextOf<Program>;

constexpr unsigned seeds = 4;

// Runs body(context) on all ranks of several cases.
template <class P = Program, class Body>
void on_all_counts(Body body) {
    for (const int size : rank_counts())
        for (unsigned seed = 1; seed <= seeds; ++seed) {
            const int workers = 1 + static_cast<int>(seed % 4);
            const int code = test::run_ranks<P>(
                size,
                [&](process::Rank& rank) {
                    mpi::Call<P> call{"test"};
                    mpi::init(call, nullptr, nullptr);
                    mpi::Messages<P> messages(call, MPI_COMM_WORLD,
                                              mpi::Signature(mpi::Collective::internal));
                    Case numbers(seed, size);
                    ContextOf<P> context{call, messages, numbers, rank.number};
                    body(context);
                    if (!context.right) process::end_rank(1);
                    mpi::finalize(call);
                },
                workers);
            ASSERT_EQ(code, 0) << size << " ranks, seed " << seed;
        }
}

using Tree = Only<topologies::Tree>;
using Chain = Only<topologies::Chain>;
namespace networks = topologies::networks;
using Clusters = Of<networks::Nested<networks::Torus<2>, networks::Complete>>;

} // namespace sartor::test_collective
