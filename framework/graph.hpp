// The configuration as data: which component fills which role, and which features asked for it. `sartor
// explain` prints it. Nodes are types; the text is made by the compiler.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>
#include <boost/mp11/algorithm.hpp>

#include "framework/features.hpp"

namespace sartor {

// A component of the graph has a name for readers. A template may compute the names of its instances.
template <class C>
concept Named = requires {
    { C::name } -> std::convertible_to<std::string_view>;
};

// A string literal as a template argument. view() leaves out the terminating zero.
template <std::size_t N>
struct fixed_text {
    char characters[N];
    consteval fixed_text(const char (&text)[N]) {
        for (std::size_t index = 0; index < N; ++index) characters[index] = text[index];
    }
    [[nodiscard]] constexpr std::string_view view() const { return {characters, N - 1}; }
};

// One role in the configuration: the layer that it belongs to, its name, the component that fills it, the
// features that asked for this component (a list of Feature types), and the nodes of the roles below it.
template <fixed_text Layer, fixed_text Role, Named Component, class Because = boost::mp11::mp_list<>,
          class... Below>
struct node {
    static constexpr std::string_view layer = Layer.view();
    static constexpr std::string_view role = Role.view();
    static constexpr std::string_view component = Component::name;
    using because = Because;
    using below = boost::mp11::mp_list<Below...>;
};

namespace internal {

// Counts characters when `out` is null, and writes them otherwise: to measure a text, then to write it.
struct TextWriter {
    char* out = nullptr;
    std::size_t size = 0;

    constexpr void put(std::string_view text) {
        for (const char letter : text) {
            if (out != nullptr) out[size] = letter;
            ++size;
        }
    }
};

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
    writer.put({&depth, 1});
    for (const std::string_view part : {Node::layer, Node::role, Node::component}) {
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
consteval std::size_t description_size() {
    TextWriter writer;
    describe<Graph>(writer, '0');
    return writer.size;
}

} // namespace internal

// The graph as text for tools, its root included: lines as above, each with its newline, in an array of
// exactly that size. There is no terminating zero. Names that contain | or a newline would break the format;
// nobody checks them.
template <class Graph>
consteval auto description() {
    std::array<char, internal::description_size<Graph>()> text{};
    internal::TextWriter writer{text.data()};
    internal::describe<Graph>(writer, '0');
    return text;
}

} // namespace sartor
