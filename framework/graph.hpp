// The configuration as data: which component fills which role, and which features required it. `sartor
// explain` prints it. Nodes are types; the text is made by the compiler.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <boost/hana/type.hpp>
#include <boost/mp11/algorithm.hpp>

#include "framework/constant_text.hpp"
#include "framework/features.hpp"
#include "framework/slot.hpp"

namespace sartor {

namespace internal {

// What one node says. Values, since a walk over types would take the compiler far longer in each cut.
struct NodeText {
    std::string_view layer;
    std::string_view role;
    std::string_view component;
    const std::string_view* because;
    std::size_t because_count;
    const NodeText* const* below;
    std::size_t below_count;
};

template <class Node>
struct text_of;

template <class... Features>
struct names_of {
    static constexpr std::array<std::string_view, sizeof...(Features)> values{Features::name...};
};
template <class... Nodes>
struct texts_of {
    static constexpr std::array<const NodeText*, sizeof...(Nodes)> values{&text_of<Nodes>::value...};
};

template <class Node>
struct text_of {
    static_assert(Named<typename Node::type>, "a component that fills a slot has a name for readers");
    // An aspect that has no name of its own shows that of what it is woven over.
    static constexpr bool has_own_name = [](auto node) {
        using Shown = typename decltype(node)::type;
        if constexpr (requires { typename Shown::woven_over; })
            return &Shown::type::name != &Shown::woven_over::name;
        return true;
    }(boost::hana::type_c<Node>);
    static_assert(has_own_name, "an aspect has a name of its own, not that of what it is woven over");

    using because = boost::mp11::mp_apply<names_of, typename Node::because>;
    using below = boost::mp11::mp_apply<texts_of, typename Node::below>;
    static constexpr NodeText value{Node::layer,
                                    Node::role,
                                    Node::type::name,
                                    because::values.data(),
                                    because::values.size(),
                                    below::values.data(),
                                    below::values.size()};
};

constexpr void put_number(TextWriter& writer, int number) {
    if (number > 9) put_number(writer, number / 10);
    const char digit = static_cast<char>('0' + number % 10);
    writer.put({&digit, 1});
}

// Writes one line for each node, the root first and each node before those below it:
//
//     depth|layer|role|component|feature feature ...
//
// `depth` is 0 for the root.
constexpr void describe(const NodeText& node, TextWriter& writer, int depth) {
    if (node.component == absent) return;
    put_number(writer, depth);
    for (const std::string_view part : {node.layer, node.role, node.component}) {
        writer.put("|");
        writer.put(part);
    }
    writer.put("|");
    for (std::size_t feature = 0; feature < node.because_count; ++feature) {
        if (feature > 0) writer.put(" ");
        writer.put(node.because[feature]);
    }
    writer.put("\n");
    for (std::size_t part = 0; part < node.below_count; ++part)
        describe(*node.below[part], writer, depth + 1);
}

template <class Graph>
constexpr void describe_all(TextWriter& writer) {
    describe(text_of<Graph>::value, writer, 0);
}

} // namespace internal

// The graph as text for tools, its root included: lines as above, each with its newline, in an array of
// exactly that size. There is no terminating zero. Names must not contain | or a newline, which is not
// checked.
template <class Graph>
consteval auto description() {
    return characters_of<internal::describe_all<Graph>>();
}

} // namespace sartor
