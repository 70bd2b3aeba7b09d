// The graph's lines.
#include "configurator/explain/graph.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

TEST(Graph, ReadsNodesInOrder) {
    const auto nodes = parse_graph("0|api|MPI|functions|\n1|envelope|header|source, tag|any_source tags\n");
    ASSERT_EQ(nodes.size(), 2u);
    EXPECT_EQ(nodes[1].depth, 1);
    EXPECT_EQ(nodes[1].layer, "envelope");
    EXPECT_EQ(nodes[1].role, "header");
    EXPECT_EQ(nodes[1].component, "source, tag");
    EXPECT_THAT(nodes[1].features, testing::ElementsAre("any_source", "tags"));
    EXPECT_TRUE(nodes[0].features.empty());
}

TEST(Graph, NamesABrokenLine) {
    for (const char* text : {"x|a|b|c|d\n", "-1|a|b|c|d\n", "0|a|b\n"})
        EXPECT_THAT(message_of([&] { parse_graph(text); }), testing::HasSubstr("not a node of a graph"))
            << text;
}

} // namespace
} // namespace sartor::configurator
