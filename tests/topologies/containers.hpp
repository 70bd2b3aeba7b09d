// What every container of communication order must satisfy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <vector>

#include <gtest/gtest.h>

#include "topologies/topology.hpp"

namespace sartor::test {

inline std::vector<int> sizes() {
    std::vector<int> list{32, 33};
    for (int size = 1; size <= 17; ++size) list.push_back(size);
    return list;
}

template <class Container>
std::vector<int> elements(const Container& container) {
    std::vector<int> list;
    for (const int node : container) list.push_back(node);
    return list;
}

// Everybody but the root is served exactly once, by the node that it names as the one above it; following
// above() leads to the root.
template <class Make>
void expect_tree(int size, int root, Make make) {
    std::vector<int> server(static_cast<std::size_t>(size), topologies::no_node);
    for (int node = 0; node < size; ++node)
        for (const int served : make(node)) {
            ASSERT_GE(served, 0);
            ASSERT_LT(served, size);
            ASSERT_EQ(server[static_cast<std::size_t>(served)], topologies::no_node)
                << "size " << size << " root " << root;
            server[static_cast<std::size_t>(served)] = node;
        }
    ASSERT_EQ(server[static_cast<std::size_t>(root)], topologies::no_node);
    for (int node = 0; node < size; ++node) {
        ASSERT_EQ(make(node).above(), server[static_cast<std::size_t>(node)])
            << "size " << size << " root " << root << " node " << node;
        int at = node;
        for (int steps = 0; at != root; ++steps) {
            ASSERT_LT(steps, size) << "a circle above node " << node;
            at = server[static_cast<std::size_t>(at)];
        }
    }
}

template <class Container>
void expect_standard_iterators(const Container& container) {
    using iterator = decltype(container.begin());
    static_assert(std::bidirectional_iterator<iterator>);
    static_assert(std::ranges::common_range<const Container>);
    const std::vector<int> forward = elements(container);
    std::vector<int> backward;
    for (auto index = container.end(); index != container.begin();) backward.push_back(*--index);
    std::ranges::reverse(backward);
    ASSERT_EQ(forward, backward);
    iterator index = container.begin();
    for (const int node : forward) {
        const iterator copy = index;
        ASSERT_TRUE(copy == index);
        ASSERT_EQ(*index++, node);
        ASSERT_FALSE(copy == index);
        iterator back = index;
        ASSERT_TRUE(--back == copy);
    }
    ASSERT_TRUE(index == container.end());
}

} // namespace sartor::test
