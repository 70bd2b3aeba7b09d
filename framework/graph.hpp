// The configuration as data: which component fills which role, and which features required it. `sartor
// explain` prints it. Nodes are types; the text is made by the compiler.
#pragma once

#include <string_view>

#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>
#include <boost/mp11/algorithm.hpp>

#include "framework/constant_text.hpp"
#include "framework/features.hpp"
#include "framework/slot.hpp"

namespace sartor {

namespace internal {

template <class List>
struct each;
template <class... Types>
struct each<boost::mp11::mp_list<Types...>> {
    static constexpr auto types = boost::hana::tuple_t<Types...>;
};

// Writes one line for each node, the root first and each node before those below it:
//
//     depth|layer|role|component|feature feature ...
//
// `depth` is one character. More than nine levels below the root don't give a digit any more.
template <class Node>
constexpr void describe(TextWriter& writer, char depth) {
    static_assert(Named<typename Node::type>, "a component that fills a slot has a name for readers");
    if constexpr (requires { typename Node::woven_over; })
        static_assert(&Node::type::name != &Node::woven_over::name,
                      "an aspect has a name of its own, not that of what it is woven over");
    if (Node::type::name == absent) return;
    writer.put({&depth, 1});
    for (const std::string_view part : {Node::layer, Node::role, std::string_view(Node::type::name)}) {
        writer.put("|");
        writer.put(part);
    }
    writer.put("|");
    bool first = true;
    boost::hana::for_each(each<typename Node::because>::types, [&](auto feature) {
        if (!first) writer.put(" ");
        writer.put(decltype(feature)::type::name);
        first = false;
    });
    writer.put("\n");
    boost::hana::for_each(each<typename Node::below>::types, [&](auto below) {
        describe<typename decltype(below)::type>(writer, static_cast<char>(depth + 1));
    });
}

template <class Graph>
constexpr void describe_all(TextWriter& writer) {
    describe<Graph>(writer, '0');
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
