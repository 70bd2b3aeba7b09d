// Where the data of a node lie in a collective operation.
#pragma once

#include <cstddef>

#include "components/envelope/storage.hpp"

namespace sartor::collective {

// The same for all nodes: Bcast, Reduce, Barrier (no bytes).
struct Whole {
    void* data;
    std::size_t bytes;

    [[nodiscard]] envelope::Contiguous of(int) const noexcept { return {data, bytes}; }
};

// A slice for each node, in the order of the nodes, at the root; the others' own data elsewhere.
struct Sliced {
    char* slices;            // at the root: node n's bytes start at n * stride
    std::size_t stride;
    std::size_t slice_bytes;
    void* own;               // at the others: all that they send or receive
    std::size_t own_bytes;
    bool at_root;

    [[nodiscard]] envelope::Contiguous of(int node) const noexcept {
        if (!at_root) return {own, own_bytes};
        return {slices + static_cast<std::size_t>(node) * stride, slice_bytes};
    }
};

} // namespace sartor::collective
