// MPI_Type_vector, MPI_Type_create_hvector, and MPI-1's MPI_Type_hvector (MPI-5.0 section 5.1.2).
#pragma once

#include "components/datatype/constructors/vector.hpp"
#include "mpi_api/datatypes/making/make.hpp"

namespace sartor::mpi {

// `count` blocks of `block_length` elements; the stride counts elements. O(1) memory for a contiguous old
// type.
template <class Program, class Count>
int type_vector(Call<Program>& call, Count count, Count block_length, Count stride, MPI_Datatype old_type,
                MPI_Datatype* new_type) noexcept {
    const auto old = call.state().datatypes.element(value_of(old_type));
    Contents contents = internal::contents<Count>(Combiner::vector, 3, 0, 0, 1);
    if (contents.failed()) return internal::no_memory_for_type(call);
    for (const Count value : {count, block_length, stride}) contents.count(value);
    contents.origin(old.origin);
    std::int64_t bytes = 0;
    auto made = old;
    if (__builtin_mul_overflow(std::int64_t{stride}, old.bounds.extent(), &bytes))
        made.problem = datatype::Problem::too_large;
    return internal::give(call, datatype::vector(made, count, block_length, bytes), std::move(contents),
                          new_type);
}

// The same with a stride in bytes.
template <class Program, class Count>
int type_create_hvector(Call<Program>& call, Count count, Count block_length, MPI_Aint stride,
                        MPI_Datatype old_type, MPI_Datatype* new_type) noexcept {
    const auto old = call.state().datatypes.element(value_of(old_type));
    Contents contents = internal::contents<Count>(Combiner::hvector, 2, 1, 0, 1);
    if (contents.failed()) return internal::no_memory_for_type(call);
    for (const Count value : {count, block_length}) contents.count(value);
    contents.wide(stride);
    contents.origin(old.origin);
    return internal::give(call, datatype::vector(old, count, block_length, stride), std::move(contents),
                          new_type);
}

template <class Program>
int type_hvector(Call<Program>& call, int count, int block_length, MPI_Aint stride, MPI_Datatype old_type,
                 MPI_Datatype* new_type) noexcept {
    if (!call.count("count", count) || !call.count("blocklength", block_length)) return call.error();
    return type_create_hvector(call, count, block_length, stride, old_type, new_type);
}

} // namespace sartor::mpi
