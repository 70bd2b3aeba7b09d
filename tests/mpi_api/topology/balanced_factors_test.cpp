// Factors that are as close to each other as possible, against all products.
#include "mpi_api/topology/shapes/balanced_factors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using sartor::mpi::BalancedFactors;
using Factors = std::vector<int>;

// All falling factors of a number, none above `most`: visit(factors) for each product.
template <class Visit>
void for_each_product(int number, int count, int most, Factors& factors, Visit visit) {
    if (count == 0) {
        if (number == 1) visit(factors);
        return;
    }
    for (int factor = 1; factor <= std::min(number, most); ++factor) {
        if (number % factor != 0) continue;
        factors.push_back(factor);
        for_each_product(number / factor, count - 1, factor, factors, visit);
        factors.pop_back();
    }
}

// The smallest difference of the ends, then the first in lexicographic order.
bool is_better(const Factors& one, const Factors& other) {
    const int difference = one.front() - one.back(), others = other.front() - other.back();
    if (difference != others) return difference < others;
    return one < other;
}

Factors best_of(int number, int count) {
    Factors best, tried;
    for_each_product(number, count, number, tried, [&](const Factors& factors) {
        if (best.empty() || is_better(factors, best)) best = factors;
    });
    return best;
}

Factors balanced(int number, int count) {
    const BalancedFactors factors(number, count);
    Factors all;
    for (int index = 0; index < count; ++index) all.push_back(factors[index]);
    return all;
}

TEST(BalancedFactors, AreTheBestOfAllProducts) {
    for (int number = 1; number <= 400; ++number)
        for (int count = 1; count <= 5; ++count)
            ASSERT_EQ(balanced(number, count), best_of(number, count)) << number << " in " << count;
}

TEST(BalancedFactors, OfManyDivisors) {
    EXPECT_EQ(balanced(5040, 3), (Factors{20, 18, 14}));
    EXPECT_EQ(balanced(2095133040, 1), (Factors{2095133040})); // 1600 divisors, no number below 2^31 has more
    EXPECT_EQ(balanced(2147483647, 2), (Factors{2147483647, 1}));
    EXPECT_EQ(balanced(1 << 30, 64).front(), 2);
    for (int count = 2; count <= BalancedFactors::most; ++count) {
        long product = 1;
        for (const int factor : balanced(2095133040, count)) product *= factor;
        EXPECT_EQ(product, 2095133040) << count;
    }
}

} // namespace
