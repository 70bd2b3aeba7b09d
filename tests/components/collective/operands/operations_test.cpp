// Predefined operations: defined for the types that MPI-5.0 section 6.9.2 lists, cut down to those named.
#include "components/collective/operands/operations.hpp"

#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace sartor;

// MPI_INT 521, MPI_DOUBLE 532, MPI_BYTE 583, MPI_CHAR 579, MPI_C_BOOL 568, MPI_2INT 555, MPI_C_DOUBLE_COMPLEX
// 534, MPI_LOGICAL 536
using All = collective::PredefinedOperations<features<
    feature::predefined_datatype<521>, feature::predefined_datatype<532>, feature::predefined_datatype<583>,
    feature::predefined_datatype<579>, feature::predefined_datatype<568>, feature::predefined_datatype<555>,
    feature::predefined_datatype<534>, feature::predefined_datatype<536>, feature::predefined_operation<33>,
    feature::predefined_operation<34>, feature::predefined_operation<40>, feature::predefined_operation<48>,
    feature::predefined_operation<57>>>;

TEST(Operations, AreDefinedAsTheStandardSays) {
    EXPECT_NE(All::find(33, 521), nullptr);
    EXPECT_NE(All::find(33, 532), nullptr);
    EXPECT_NE(All::find(33, 534), nullptr);
    EXPECT_EQ(All::find(34, 534), nullptr) << "no order among complex numbers";
    EXPECT_EQ(All::find(33, 583), nullptr) << "no sum of bytes";
    EXPECT_NE(All::find(40, 583), nullptr);
    EXPECT_EQ(All::find(40, 532), nullptr) << "no bits of floating-point numbers";
    EXPECT_NE(All::find(33, 579), nullptr) << "MPI_CHAR, as everywhere";
    EXPECT_NE(All::find(48, 568), nullptr);
    EXPECT_EQ(All::find(33, 568), nullptr);
    EXPECT_NE(All::find(48, 536), nullptr);
    EXPECT_EQ(All::find(33, 536), nullptr) << "no sum of truth values";
    EXPECT_NE(All::find(57, 555), nullptr);
    EXPECT_EQ(All::find(57, 521), nullptr);
}

TEST(Operations, AreCutToWhatIsNamed) {
    using Few = collective::PredefinedOperations<
        features<feature::predefined_datatype<521>, feature::predefined_operation<33>>>;
    EXPECT_NE(Few::find(33, 521), nullptr);
    EXPECT_EQ(Few::find(34, 521), nullptr);
    EXPECT_EQ(Few::find(33, 532), nullptr);
    EXPECT_TRUE(Few::is_operation(34)) << "an operation all the same";
    EXPECT_FALSE(Few::is_operation(99));
}

TEST(Operations, JoinTheOperandsOfLowerRanksFromTheLeft) {
    const int from[] = {5, -3, 7};
    int into[] = {1, 2, 3};
    All::find(33, 521)(from, into, 3);
    EXPECT_EQ(into[0], 6);
    EXPECT_EQ(into[1], -1);
    EXPECT_EQ(into[2], 10);
    const int bools[] = {0, 2};
    int truths[] = {4, 3};
    All::find(48, 521)(bools, truths, 2);
    EXPECT_EQ(truths[0], 0);
    EXPECT_EQ(truths[1], 1) << "a logical result is 0 or 1";
}

TEST(Operations, EqualValuesKeepTheLowerPlace) {
    const datatype::Pair<int, int> from[] = {{4, 1}, {9, 1}};
    datatype::Pair<int, int> into[] = {{4, 3}, {8, 0}};
    All::find(57, 555)(from, into, 2);
    EXPECT_EQ(into[0].index, 1);
    EXPECT_EQ(into[1].value, 9);
}

// Bit for bit, for all remainders, numbers that are none included.
template <class Operation, class T>
void joins_many_as_one_by_one() {
    for (std::size_t count = 0; count < 40; ++count) {
        std::vector<T> from(count), into(count), expected(count);
        for (std::size_t index = 0; index < count; ++index) {
            into[index] = static_cast<T>(static_cast<T>(index * 7 % 13) - static_cast<T>(5));
            from[index] = static_cast<T>(static_cast<T>(index * 5 % 11) - static_cast<T>(4));
            if constexpr (std::floating_point<T>) {
                if (index % 9 == 4) into[index] = static_cast<T>(NAN);
                if (index % 9 == 5) from[index] = static_cast<T>(NAN);
            }
            expected[index] = Operation::template join<T>(into[index], from[index]);
        }
        collective::join_all<Operation, T>(from.data(), into.data(), count);
        EXPECT_TRUE(count == 0 || std::memcmp(into.data(), expected.data(), count * sizeof(T)) == 0) << count;
    }
}

TEST(Operations, JoinManyAsOneByOne) {
    joins_many_as_one_by_one<collective::Sum, float>();
    joins_many_as_one_by_one<collective::Product, float>();
    joins_many_as_one_by_one<collective::Min, float>();
    joins_many_as_one_by_one<collective::Max, float>();
    joins_many_as_one_by_one<collective::Sum, double>();
    joins_many_as_one_by_one<collective::Product, double>();
    joins_many_as_one_by_one<collective::Min, double>();
    joins_many_as_one_by_one<collective::Max, double>();
    joins_many_as_one_by_one<collective::Sum, unsigned>();
    joins_many_as_one_by_one<collective::Sum, unsigned long>();
    joins_many_as_one_by_one<collective::BitXor, unsigned short>();
    joins_many_as_one_by_one<collective::Max, long>();
}

} // namespace
