// MPI_Type_indexed, MPI_Type_create_hindexed, MPI_Type_create_indexed_block, MPI_Type_create_hindexed_block,
// and MPI-1's MPI_Type_hindexed (MPI-5.0 section 5.1.2).
#pragma once

#include "components/datatype/constructors/indexed.hpp"
#include "mpi_api/datatypes/making/make.hpp"

namespace sartor::mpi {

namespace internal {

// Blocks with a length for each. Displacements are in units of `unit` bytes. O(count) time and memory: the
// arguments are kept for MPI_Type_get_contents.
template <class Program, class Count, class Displacement>
int indexed(Call<Program>& call, Contents contents, Count count, const Count* lengths,
            const Displacement* displacements, MPI_Datatype old_type, std::int64_t unit,
            MPI_Datatype* new_type) noexcept {
    if (contents.failed()) return no_memory_for_type(call);
    const auto old = call.state().datatypes.element(value_of(old_type));
    const auto number = static_cast<std::size_t>(count);
    contents.count(count);
    contents.counts(lengths, number);
    for (std::size_t block = 0; block < number; ++block)
        std::is_same_v<Displacement, int> ? contents.integer(displacements[block])
                                          : contents.wide(displacements[block]);
    contents.origin(old.origin);
    auto made = datatype::indexed(
        old, number, [=](std::size_t block) { return std::int64_t{lengths[block]}; },
        [=](std::size_t block) { return std::int64_t{displacements[block]}; }, unit);
    return give(call, std::move(made), std::move(contents), new_type);
}

// The same with one length for all blocks.
template <class Program, class Count, class Displacement>
int indexed_block(Call<Program>& call, Contents contents, Count count, Count length,
                  const Displacement* displacements, MPI_Datatype old_type, std::int64_t unit,
                  MPI_Datatype* new_type) noexcept {
    if (!array(call, "array_of_displacements", displacements, count)) return call.error();
    if (contents.failed()) return no_memory_for_type(call);
    const auto old = call.state().datatypes.element(value_of(old_type));
    const auto number = static_cast<std::size_t>(count);
    contents.count(count);
    contents.count(length);
    for (std::size_t block = 0; block < number; ++block)
        std::is_same_v<Displacement, int> ? contents.integer(displacements[block])
                                          : contents.wide(displacements[block]);
    contents.origin(old.origin);
    auto made = datatype::indexed(
        old, number, [=](std::size_t) { return std::int64_t{length}; },
        [=](std::size_t block) { return std::int64_t{displacements[block]}; }, unit);
    return give(call, std::move(made), std::move(contents), new_type);
}

template <class Program>
[[nodiscard]] std::int64_t extent_of(Call<Program>& call, MPI_Datatype type) noexcept {
    return call.state().datatypes.extent_of(value_of(type));
}

} // namespace internal

// Displacements in extents of the old type.
template <class Program, class Count>
int type_indexed(Call<Program>& call, Count count, const Count* lengths, const Count* displacements,
                 MPI_Datatype old_type, MPI_Datatype* new_type) noexcept {
    if (!internal::block_lengths(call, lengths, count) ||
        !internal::array(call, "array_of_displacements", displacements, count))
        return call.error();
    const auto number = static_cast<std::size_t>(count);
    return internal::indexed(call, internal::contents<Count>(Combiner::indexed, 1 + 2 * number, 0, 0, 1),
                             count, lengths, displacements, old_type, internal::extent_of(call, old_type),
                             new_type);
}

// Displacements in bytes.
template <class Program, class Count>
int type_create_hindexed(Call<Program>& call, Count count, const Count* lengths,
                         const MPI_Aint* displacements, MPI_Datatype old_type,
                         MPI_Datatype* new_type) noexcept {
    if (!internal::block_lengths(call, lengths, count) ||
        !internal::array(call, "array_of_displacements", displacements, count))
        return call.error();
    const auto number = static_cast<std::size_t>(count);
    return internal::indexed(call, internal::contents<Count>(Combiner::hindexed, 1 + number, number, 0, 1),
                             count, lengths, displacements, old_type, 1, new_type);
}

// Displacements in extents of the old type.
template <class Program, class Count>
int type_create_indexed_block(Call<Program>& call, Count count, Count length, const Count* displacements,
                              MPI_Datatype old_type, MPI_Datatype* new_type) noexcept {
    const auto number = static_cast<std::size_t>(count);
    return internal::indexed_block(
        call, internal::contents<Count>(Combiner::indexed_block, 2 + number, 0, 0, 1), count, length,
        displacements, old_type, internal::extent_of(call, old_type), new_type);
}

// Displacements in bytes.
template <class Program, class Count>
int type_create_hindexed_block(Call<Program>& call, Count count, Count length, const MPI_Aint* displacements,
                               MPI_Datatype old_type, MPI_Datatype* new_type) noexcept {
    const auto number = static_cast<std::size_t>(count);
    return internal::indexed_block(call, internal::contents<Count>(Combiner::hindexed_block, 2, number, 0, 1),
                                   count, length, displacements, old_type, 1, new_type);
}

template <class Program>
int type_hindexed(Call<Program>& call, int count, const int* lengths, const MPI_Aint* displacements,
                  MPI_Datatype old_type, MPI_Datatype* new_type) noexcept {
    if (!call.count("count", count)) return call.error();
    return type_create_hindexed(call, count, lengths, displacements, old_type, new_type);
}

} // namespace sartor::mpi
