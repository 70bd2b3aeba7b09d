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

struct Nothing {
    static constexpr std::string_view name = absent;
};

template <class Set>
using other = slot<"deep", "other", family<when<Leaf, also>, otherwise<Nothing>>, Set>;
template <class Set>
using Graph = over<filled_slot<"layer", "role", Part, boost::mp11::mp_list<wanted, also>>,
                   filled_slot<"deep", "inner", Leaf>, other<Set>>;

TEST(Graph, IsWalkedFromTheRoot) {
    static constexpr auto text = description<Graph<features<also>>>();
    EXPECT_EQ(std::string(text.data(), text.size()), "0|layer|role|a part|wanted also\n"
                                                     "1|deep|inner|a leaf|\n"
                                                     "1|deep|other|a leaf|also\n");
}

template <int Levels>
struct Chain {
    using type = over<filled_slot<"layer", "role", Part>, typename Chain<Levels - 1>::type>;
};
template <>
struct Chain<0> {
    using type = filled_slot<"deep", "inner", Leaf>;
};

TEST(Graph, CountsMoreThanNineLevels) {
    static constexpr auto text = description<Chain<11>::type>();
    const std::string lines(text.data(), text.size());
    EXPECT_NE(lines.find("\n10|layer|role|a part|\n11|deep|inner|a leaf|\n"), std::string::npos) << lines;
}

TEST(Graph, LeavesOutWhatIsAbsent) {
    static constexpr auto text = description<Graph<features<>>>();
    EXPECT_EQ(std::string(text.data(), text.size()), "0|layer|role|a part|wanted also\n"
                                                     "1|deep|inner|a leaf|\n");
}

// First over the second over the part.
template <class Base>
struct First : Base {
    static constexpr std::string_view name = "first";
};
template <class Base>
struct Second : Base {
    static constexpr std::string_view name = "second";
};

TEST(Graph, ShowsAspectsOverWhatTheyAreWovenOver) {
    using aspects = boost::mp11::mp_list<aspect<First, also>, aspect<Second>>;
    using woven = woven_slot<"over it", features<also>, filled_slot<"layer", "role", Part>, aspects>;
    static_assert(std::is_same_v<woven::type, First<Second<Part>>>);
    static constexpr auto text = description<woven>();
    EXPECT_EQ(std::string(text.data(), text.size()), "0|aspect|over it|first|also\n"
                                                     "1|aspect|over it|second|\n"
                                                     "2|layer|role|a part|\n");
}

// A slot may be a base with a member: the state of something is the sum of its slots.
template <class Set>
struct Inner : slot<"layer", "inner", family<when<Leaf, also>, otherwise<Nothing>>, Set> {
    [[no_unique_address]] typename Inner::type inner;
};
template <class Set>
struct Count {
    int count = 0;
};
template <class Set>
struct State : Inner<Set>, Count<Set> {};
static_assert(std::is_same_v<decltype(State<features<also>>::inner), Leaf>);
static_assert(sizeof(State<features<>>) == sizeof(int));

} // namespace
