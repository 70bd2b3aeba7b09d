// The configuration as text.
#include "framework/graph.hpp"

#include <string>

#include <gtest/gtest.h>

namespace {

using namespace sartor;
struct wanted {
    static constexpr std::string_view name = "wanted";
};
struct also {
    static constexpr std::string_view name = "also";
};
struct Part {
    static constexpr std::string_view name = "a part";
};
struct Leaf {
    static constexpr std::string_view name = "a leaf";
};

using Graph = node<"layer", "role", Part, boost::mp11::mp_list<wanted, also>, node<"deep", "inner", Leaf>,
                   node<"deep", "other", Leaf, boost::mp11::mp_list<also>>>;

TEST(Graph, IsWalkedFromTheRoot) {
    static constexpr auto text = description<Graph>();
    EXPECT_EQ(std::string(text.data(), text.size()), "0|layer|role|a part|wanted also\n"
                                                     "1|deep|inner|a leaf|\n"
                                                     "1|deep|other|a leaf|also\n");
}

} // namespace
