// Which elements of a vector belong to which rank: Reduce_scatter.
#pragma once

#include <cstddef>

namespace sartor::mpi {

// Where each rank's part begins in a vector, in elements; parts(size) is the length of the vector. Either
// listed, or parts of one length.
struct Parts {
    const std::size_t* starts; // null: `length` for each
    std::size_t length;

    [[nodiscard]] std::size_t operator()(int rank) const noexcept {
        return starts != nullptr ? starts[rank] : static_cast<std::size_t>(rank) * length;
    }
};

} // namespace sartor::mpi
