// Programs of each level of datatypes that check themselves, and what every datatype must satisfy.
#pragma once

#include <atomic>
#include <functional>

#include <gtest/gtest.h>

#include "mpi_api/datatypes/extent.hpp"
#include "mpi_api/datatypes/pack.hpp"
#include "tests/mpi_api/datatypes/random_types.hpp"
#include "tests/support/program_test.hpp"

namespace sartor::test {

using Full = TestProgram<feature::tags, feature::any_source, feature::any_tag, feature::immediate,
                         feature::datatype_basic, feature::datatype_contiguous, feature::datatype_total,
                         feature::packing, feature::names>;
using Lean = TestProgram<feature::tags, feature::datatype_basic, feature::packing>;
using Lines =
    TestProgram<feature::tags, feature::datatype_basic, feature::datatype_contiguous, feature::packing>;

template <class Program>
void expect_success(int ranks, std::function<void(mpi::Call<Program>&, int)> body) {
    EXPECT_EQ(run_mpi<Program>(ranks, std::move(body)), 0);
}

inline std::atomic<unsigned> current_seed{0}; // for reports

inline void expect(bool condition, const char* what, const test::Where& where = test::Where::here()) {
    if (!condition) fail_rank(where, "seed ", current_seed.load(), ": ", what);
}
template <class Value, class Expected>
void expect_equal(const Value& value, const Expected& expected, const char* what,
                  const test::Where& where = test::Where::here()) {
    if (value == expected) return;
    fail_rank(where, "seed ", current_seed.load(), ": ", what, " ", testing::PrintToString(value),
              ", expected ", testing::PrintToString(expected));
}

inline constexpr unsigned first_seed = 1;
inline constexpr unsigned last_seed = 400;

inline void check_bounds(mpi::Call<Full>& call, const RandomType& made) {
    MPI_Count size = 0, lower = 0, extent = 0, true_lower = 0, true_extent = 0;
    mpi::type_size(call, made.type, &size);
    mpi::type_get_extent(call, made.type, &lower, &extent);
    mpi::type_get_true_extent(call, made.type, &true_lower, &true_extent);
    expect_equal(size, made.map.size(), "size");
    expect_equal(lower, made.map.lower(), "lower bound");
    expect_equal(extent, made.map.extent(), "extent");
    expect_equal(true_lower, made.map.true_lower(), "true lower bound");
    expect_equal(true_extent, made.map.true_upper() - made.map.true_lower(), "true extent");
}

inline void check_packing(mpi::Call<Full>& call, const RandomType& made, int count) {
    Memory memory(made.map, count, 0);
    memory.number();
    const std::vector<char> plain = pack_plainly(memory, made.map, count);
    int size = 0;
    mpi::pack_size(call, count, made.type, MPI_COMM_WORLD, &size);
    expect_equal(size, static_cast<int>(plain.size()), "pack size");
    std::vector<char> packed(plain.size() + 7, 99);
    int position = 3;
    mpi::pack(call, memory.origin(), count, made.type, packed.data(), static_cast<int>(packed.size()),
              &position, MPI_COMM_WORLD);
    expect_equal(position, 3 + static_cast<int>(plain.size()), "position after packing");
    expect(std::equal(plain.begin(), plain.end(), packed.begin() + 3), "packed data");
    expect(packed[2] == 99 && packed[plain.size() + 3] == 99, "packing stays in its buffer");

    Memory expected(made.map, count, 5), got(made.map, count, 5);
    unpack_plainly(plain, expected, made.map, count);
    position = 3;
    mpi::unpack(call, packed.data(), static_cast<int>(packed.size()), &position, got.origin(), count,
                made.type, MPI_COMM_WORLD);
    expect_equal(position, 3 + static_cast<int>(plain.size()), "position after unpacking");
    expect_equal(got, expected, "unpacked data");
}

template <class Body>
void for_each_seed(Body body) {
    expect_success<Full>(1, [=](mpi::Call<Full>& call, int) {
        for (unsigned seed = first_seed; seed <= last_seed; ++seed) {
            current_seed = seed;
            RandomTypes<Full> types(call, seed);
            body(call, types);
        }
    });
}

} // namespace sartor::test
