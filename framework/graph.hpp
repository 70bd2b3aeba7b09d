// The configuration as data: which component stands where, and which features asked for it.
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

// A component that stands in the graph has a name. Components made from templates choose their own.
template <class C>
concept Named = requires {
    { C::name } -> std::convertible_to<std::string_view>;
};

template <std::size_t N>
struct fixed_text {
    char characters[N];
    consteval fixed_text(const char (&text)[N]) {
        for (std::size_t index = 0; index < N; ++index) characters[index] = text[index];
    }
    [[nodiscard]] constexpr std::string_view view() const { return {characters, N - 1}; }
};

// A place in the configuration: its layer, the role there, what fills it, the features that asked for it, and
// the places below.
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

// Counts characters when `out` is null, writes them otherwise.
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

// One line for each place, in the order of a walk from the root: depth|layer|role|component|feature feature
// ...
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

// The graph below its root as text, for tools to read.
template <class Graph>
consteval auto description() {
    std::array<char, internal::description_size<Graph>()> text{};
    internal::TextWriter writer{text.data()};
    internal::describe<Graph>(writer, '0');
    return text;
}

} // namespace sartor
