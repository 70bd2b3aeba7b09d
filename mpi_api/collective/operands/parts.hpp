// Which elements of a vector belong to which rank: Reduce_scatter.
#pragma once

#include <cstddef>

namespace sartor::mpi {

// The first element of the part of each rank, and after the last rank's the number of all: as listed, or for
// parts of one length.
struct Parts {
    const std::size_t* starts; // null: `length` for each
    std::size_t length;

    [[nodiscard]] std::size_t operator()(int rank) const noexcept {
        return starts != nullptr ? starts[rank] : static_cast<std::size_t>(rank) * length;
    }
};

} // namespace sartor::mpi
