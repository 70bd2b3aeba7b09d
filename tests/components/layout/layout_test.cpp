// Layouts: what is regular stays small.
#include <vector>

#include <gtest/gtest.h>

#include "components/datatype/constructors/array.hpp"
#include "components/datatype/constructors/indexed.hpp"
#include "components/datatype/constructors/vector.hpp"
#include "tests/components/layout/elements.hpp"

namespace {

using namespace sartor::datatype;
using namespace sartor::layout;
using sartor::test::element;
using sartor::test::run;

TEST(Layouts, OfNeighboursAreOneRun) {
    const Element<Layout> dense = repeated(repeated(element(8), 1000), 1000);
    EXPECT_TRUE(dense.where.shape->single_run());
    EXPECT_EQ(dense.where.shape->bytes, 8000000U);
    const Element<Layout> whole_rows = vector(element(8), 10, 50, 400);
    EXPECT_TRUE(whole_rows.where.shape->single_run());
}

TEST(Layouts, OfAMillionBlocksAreAFewWords) {
    const Element<Layout> column = vector(element(8), 1000000, 1, 24);
    EXPECT_EQ(column.where.shape->kind, Shape::Kind::runs);
    EXPECT_EQ(column.where.shape->repeats, 1000000U);
    EXPECT_EQ(column.where.shape->offsets, nullptr);
    const Element<Layout> cube = vector(column, 1000000, 1, std::int64_t{1} << 40);
    EXPECT_EQ(cube.where.shape->kind, Shape::Kind::loop);
    EXPECT_EQ(cube.where.shape->bytes, 8000000000000U);
}

// Lists of displacements are looked through for regularity.
TEST(Layouts, OfRegularListsAreRegular) {
    const Element<Layout> made = indexed(
        element(8), 100, [](std::size_t) { return 2L; },
        [](std::size_t block) { return static_cast<long>(5 * block); }, 8);
    EXPECT_EQ(made.where.shape->offsets, nullptr);
    EXPECT_EQ(made.where.shape->repeats, 100U);
    EXPECT_EQ(made.where.shape->length, 16U);
    EXPECT_EQ(made.where.shape->stride, 40);
}

TEST(Layouts, MergeRunsThatTouch) {
    const Element<Layout> made = indexed(
        element(4), 4, [](std::size_t) { return 1L; },
        [](std::size_t block) { return static_cast<long>(block + block / 2); }, 4); // 0, 1, 3, 4
    EXPECT_EQ(made.where.shape->length, 8U);
    EXPECT_EQ(made.where.shape->repeats, 2U);
}

// Runs of one length are moved faster than a mixture, as long as there are not many more of them.
TEST(Layouts, OfManyShortRunsHaveOneLength) {
    const auto mixed = [](std::size_t count, long longest) {
        return indexed(
            element(8), count, [=](std::size_t block) { return block % 2 == 0 ? 1L : longest; },
            [=](std::size_t block) { return static_cast<long>((longest + 1) * (2 * block + block % 3)); }, 8);
    };
    EXPECT_EQ(mixed(200, 2).where.shape->length, 8U);
    EXPECT_EQ(mixed(200, 2).where.shape->count, 300U);
    EXPECT_EQ(mixed(200, 20).where.shape->length, 0U) << "long runs stay whole";
    EXPECT_EQ(mixed(10, 2).where.shape->length, 0U) << "a short list stays as it is";
}

TEST(Layouts, RepeatedStructsShareTheirList) {
    ElementList list;
    list.add(element(4), 0, 1);
    list.add(element(8), 8, 3);
    const Element<Layout> structs = repeated(list.element(), 1000, 40);
    EXPECT_EQ(structs.where.shape->kind, Shape::Kind::runs);
    EXPECT_EQ(structs.where.shape->count, 2U);
    EXPECT_EQ(structs.where.shape->repeats, 1000U);
}

// Long parts keep their own shapes.
TEST(Layouts, OfLongPartsAreSequences) {
    ElementList list;
    list.add(vector(element(8), 500, 1, 16), 0, 1);
    list.add(vector(element(4), 700, 1, 12), 10000, 1);
    const Element<Layout> both = list.element();
    EXPECT_EQ(both.where.shape->kind, Shape::Kind::sequence);
    EXPECT_EQ(both.where.shape->bytes, 500U * 8 + 700U * 4);
}

TEST(Shapes, EndWithTheirLastReference) {
    ShapeReference loop;
    {
        const Layout column = repeated(run(8), 10, 16);
        EXPECT_EQ(column.shape->references.number, 1U);
        loop = repeated(column, 10, 1000).shape;
        EXPECT_EQ(column.shape->references.number, 2U);
    }
    EXPECT_EQ(loop->below->references.number, 1U);
}

} // namespace
