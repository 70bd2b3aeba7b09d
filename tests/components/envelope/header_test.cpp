// Headers: only the needed fields, at no cost for the others; the laws of matching for each of them.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

#include <climits>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace sartor;
template <class... Fs>
using header_of = typename CommunicatorTypes<features<Fs...>, machine::Host>::Header;

// Four bytes for each field that is there.
static_assert(sizeof(header_of<>) == 4);
static_assert(sizeof(header_of<feature::tags>) == 8);
static_assert(sizeof(header_of<feature::collective>) == 8);
static_assert(sizeof(header_of<feature::tags, feature::any_source, feature::any_tag>) == 8);
static_assert(sizeof(header_of<feature::tags, feature::collective>) == 8); // told apart by their tags
static_assert(sizeof(header_of<feature::tags, feature::communicators>) == 12);

template <class H>
class HeaderLaws : public testing::Test {};
using Headers =
    testing::Types<header_of<>, header_of<feature::tags>, header_of<feature::tags, feature::any_tag>,
                   header_of<feature::tags, feature::any_source>,
                   header_of<feature::tags, feature::any_source, feature::any_tag, feature::communicators>>;
TYPED_TEST_SUITE(HeaderLaws, Headers);

template <class H>
std::vector<H> some_headers() {
    std::vector<H> headers;
    for (int source = 0; source < 3; ++source)
        for (int tag = 0; tag < 3; ++tag)
            for (int context = 0; context < 2; ++context) headers.emplace_back(source, tag, context);
    return headers;
}

TYPED_TEST(HeaderLaws, WithoutWildcardsMatchingIsEquality) {
    for (const TypeParam& one : some_headers<TypeParam>())
        for (const TypeParam& other : some_headers<TypeParam>()) EXPECT_EQ(one.matches(other), one == other);
}

TYPED_TEST(HeaderLaws, OrderIsStrictAndTotal) {
    for (const TypeParam& one : some_headers<TypeParam>())
        for (const TypeParam& other : some_headers<TypeParam>())
            EXPECT_EQ((one < other) + (other < one) + (one == other), 1);
}

TYPED_TEST(HeaderLaws, WhatMatchesLearnsToBeWhatArrived) {
    std::vector<TypeParam> expected = some_headers<TypeParam>();
    for (int source : {0, envelope::any_source})
        for (int tag : {1, envelope::any_tag}) expected.emplace_back(source, tag, 0);
    for (const TypeParam& arrived : some_headers<TypeParam>())
        for (TypeParam receive : expected)
            if (receive.matches(arrived)) {
                receive.learn(arrived);
                EXPECT_EQ(receive, arrived);
            }
}

TEST(Wildcards, LeaveOpenOnlyTheirOwnField) {
    using H = header_of<feature::tags, feature::any_source, feature::any_tag, feature::communicators>;
    const H arrived(4, 7, 0);
    EXPECT_TRUE(H(envelope::any_source, 7, 0).matches(arrived));
    EXPECT_FALSE(H(envelope::any_source, 8, 0).matches(arrived));
    EXPECT_TRUE(H(4, envelope::any_tag, 0).matches(arrived));
    EXPECT_FALSE(H(5, envelope::any_tag, 0).matches(arrived));
    EXPECT_TRUE(H(envelope::any_source, envelope::any_tag, 0).matches(arrived));
    EXPECT_FALSE(H(envelope::any_source, envelope::any_tag, 1).matches(arrived));
}

// Of one communicator: its collectives have negative tags.
TEST(Wildcards, LeaveOpenNoTagOfACollective) {
    using H = header_of<feature::tags, feature::any_source, feature::any_tag, feature::collective>;
    for (int tag : {INT_MIN, INT_MIN + 1, -(1 << 30), -3}) {
        EXPECT_FALSE(H(4, envelope::any_tag, 0).matches(H(4, tag, 0)));
        EXPECT_FALSE(H(envelope::any_source, envelope::any_tag, 0).matches(H(4, tag, 0)));
        EXPECT_TRUE(H(envelope::any_source, tag, 0).matches(H(4, tag, 0)));
    }
    for (int tag : {0, 1, INT_MAX}) EXPECT_TRUE(H(4, envelope::any_tag, 0).matches(H(4, tag, 0)));
}

TEST(Wildcards, AreOrdinaryValuesWhereNotSelected) {
    using H = header_of<feature::tags>;
    EXPECT_FALSE(H(envelope::any_source, 7, 0).matches(H(4, 7, 0)));
}

} // namespace
