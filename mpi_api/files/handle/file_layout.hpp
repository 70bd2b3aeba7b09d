// The layout of a datatype in a file whose representation gives predefined datatypes other sizes than memory
// (MPI-5.0 sections 14.5.1 and 14.5.2).
#pragma once

#include <cstdint>

#include "components/datatype/total.hpp"

namespace sartor::mpi {

// The bytes of a predefined datatype in a file; `context` is the caller's own.
struct SizesInFile {
    std::int64_t (*size)(void* context, std::intptr_t predefined) noexcept;
    void* context;

    [[nodiscard]] std::int64_t of(std::intptr_t predefined) const noexcept {
        return size(context, predefined);
    }
};

// The datatype as its constructors make it out of elements of these sizes, which have no gaps. What a
// constructor takes in bytes stays as it is: a portable datatype has no such arguments. O(arguments of the
// constructors). Its problem is set when there is no memory.
[[nodiscard]] datatype::Element<datatype::Layout> element_in_file(datatype::Origin origin,
                                                                  const SizesInFile& sizes) noexcept;

} // namespace sartor::mpi
