// What all virtual topologies of communicators have in common (MPI-5.0 chapter 8).
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "components/library_memory.hpp"
#include "mpi.h"

namespace sartor::mpi {

// The first part of a topology: its numbers follow it in memory, so that it is copied and freed as one block.
// Objects come from malloc; their types are trivial.
struct VirtualTopology {
    int kind; // MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH
    std::size_t bytes;

    // Null when there is no memory.
    [[nodiscard]] VirtualTopology* copy() const noexcept {
        void* memory = allocate_for_library(bytes);
        return memory == nullptr ? nullptr : static_cast<VirtualTopology*>(std::memcpy(memory, this, bytes));
    }
    void free() noexcept { std::free(this); }
};

} // namespace sartor::mpi
