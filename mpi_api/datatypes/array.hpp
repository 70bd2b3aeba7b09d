// MPI_Type_create_subarray, MPI_Type_create_darray (MPI-5.0 sections 5.1.3 and 5.1.4).
#pragma once

#include "components/datatype/constructors/array.hpp"
#include "mpi_api/datatypes/making/make.hpp"

namespace sartor::mpi {

namespace internal {

// The dimension at a position, counted from the one whose elements are adjacent in memory to the outermost.
[[nodiscard]] inline int dimension(int position, int dimensions, int order) noexcept {
    return order == MPI_ORDER_C ? dimensions - 1 - position : position;
}

template <class Program>
[[nodiscard]] bool array_order(Call<Program>& call, int dimensions, int order) noexcept {
    if (dimensions < 1)
        call.template fail<MPI_ERR_ARG>("ndims = %d: expected at least 1", dimensions);
    else if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
        call.template fail<MPI_ERR_ARG>("order = %d: expected MPI_ORDER_C or MPI_ORDER_FORTRAN", order);
    else
        return true;
    return false;
}

// Checks a value of one dimension against its bounds; MPI_ERR_ARG.
template <class Program>
[[nodiscard]] bool in_dimension(Call<Program>& call, const char* name, int dimension, long long value,
                                long long least, long long most) noexcept {
    if (value >= least && value <= most) return true;
    call.template fail<MPI_ERR_ARG>("%s[%d] = %lld: expected %lld to %lld", name, dimension, value, least,
                                    most);
    return false;
}

// Each part is in its dimension and has at least one element; otherwise MPI_ERR_ARG.
template <class Program, class Count>
[[nodiscard]] bool subarray_arguments(Call<Program>& call, int dimensions, const Count* sizes,
                                      const Count* subsizes, const Count* starts) noexcept {
    if (!call.result("array_of_sizes", sizes) || !call.result("array_of_subsizes", subsizes) ||
        !call.result("array_of_starts", starts))
        return false;
    for (int index = 0; index < dimensions; ++index)
        if (!in_dimension(call, "array_of_sizes", index, sizes[index], 1, INT64_MAX) ||
            !in_dimension(call, "array_of_subsizes", index, subsizes[index], 1, sizes[index]) ||
            !in_dimension(call, "array_of_starts", index, starts[index], 0, sizes[index] - subsizes[index]))
            return false;
    return true;
}

} // namespace internal

// MPI_Type_create_subarray: a rectangular part of an array, with the extent of the whole array.
// O(dimensions).
template <class Program, class Count>
int type_create_subarray(Call<Program>& call, int dimensions, const Count* sizes, const Count* subsizes,
                         const Count* starts, int order, MPI_Datatype old_type,
                         MPI_Datatype* new_type) noexcept {
    if (!internal::array_order(call, dimensions, order) ||
        !internal::subarray_arguments(call, dimensions, sizes, subsizes, starts))
        return call.error();
    const auto number = static_cast<std::size_t>(dimensions);
    const auto old = call.state().datatypes.element(value_of(old_type));
    Contents contents = internal::contents<Count>(Combiner::subarray, 3 * number, 0, 2, 1);
    if (contents.failed()) return internal::no_memory_for_type(call);
    contents.integer(dimensions);
    for (const Count* values : {sizes, subsizes, starts}) contents.counts(values, number);
    contents.integer(order);
    contents.origin(old.origin);
    datatype::ArrayPart part(old);
    for (int position = 0; position < dimensions; ++position) {
        const int index = internal::dimension(position, dimensions, order);
        part.range(sizes[index], starts[index], subsizes[index]);
    }
    return internal::give(call, part.element(), std::move(contents), new_type);
}

namespace internal {

// How one dimension is distributed: elements in a block, and the number of processes among which blocks go
// round.
struct Distribution {
    std::int64_t block;
    std::int64_t processes;
};

// Fills in `result` by the arguments of one dimension. False after reporting MPI_ERR_ARG.
template <class Program>
[[nodiscard]] bool distribution(Call<Program>& call, int index, std::int64_t size, int kind, int argument,
                                int processes, Distribution& result) noexcept {
    if (!in_dimension(call, "array_of_gsizes", index, size, 1, INT64_MAX) ||
        !in_dimension(call, "array_of_psizes", index, processes, 1, INT32_MAX))
        return false;
    const bool by_default = argument == MPI_DISTRIBUTE_DFLT_DARG;
    if (!by_default && kind != MPI_DISTRIBUTE_NONE &&
        !in_dimension(call, "array_of_dargs", index, argument, 1, INT32_MAX))
        return false;
    result.processes = processes;
    switch (kind) {
    case MPI_DISTRIBUTE_NONE:
        result.block = size;
        return in_dimension(call, "array_of_psizes", index, processes, 1, 1);
    case MPI_DISTRIBUTE_CYCLIC:
        result.block = by_default ? 1 : argument;
        return true;
    case MPI_DISTRIBUTE_BLOCK: {
        const std::int64_t share = (size - 1) / processes + 1;
        result.block = by_default ? share : argument;
        return in_dimension(call, "array_of_dargs", index, result.block, share, INT64_MAX);
    }
    default:
        call.template fail<MPI_ERR_ARG>("array_of_distribs[%d] = %d: expected MPI_DISTRIBUTE_BLOCK, "
                                        "MPI_DISTRIBUTE_CYCLIC or MPI_DISTRIBUTE_NONE",
                                        index, kind);
        return false;
    }
}

// The coordinate of a rank in the process grid, which is in C order whatever the order of the array is.
[[nodiscard]] inline int grid_position(int rank, int index, int dimensions, const int* processes) noexcept {
    for (int inner = dimensions - 1; inner > index; --inner) rank /= processes[inner];
    return rank % processes[index];
}

// `size` must be the product of the grid's dimensions and `rank` a rank in it; otherwise MPI_ERR_ARG.
template <class Program>
[[nodiscard]] bool process_grid(Call<Program>& call, int size, int rank, int dimensions,
                                const int* processes) noexcept {
    if (!call.result("array_of_psizes", processes)) return false;
    std::int64_t product = 1;
    for (int index = 0; index < dimensions && product <= size; ++index) product *= processes[index];
    if (size < 1 || product != size) {
        call.template fail<MPI_ERR_ARG>("size = %d: expected the product of array_of_psizes", size);
        return false;
    }
    if (rank >= 0 && rank < size) return true;
    call.template fail<MPI_ERR_ARG>("rank = %d: expected a rank of the process grid, 0 to %d", rank,
                                    size - 1);
    return false;
}

} // namespace internal

// MPI_Type_create_darray: the part of a distributed array that belongs to `rank`, with the extent of the
// whole array. MPI_ERR_ARG, MPI_ERR_NO_MEM.
template <class Program, class Count>
int type_create_darray(Call<Program>& call, int size, int rank, int dimensions, const Count* sizes,
                       const int* distributions, const int* arguments, const int* processes, int order,
                       MPI_Datatype old_type, MPI_Datatype* new_type) noexcept {
    if (!internal::array_order(call, dimensions, order) || !call.result("array_of_gsizes", sizes) ||
        !call.result("array_of_distribs", distributions) || !call.result("array_of_dargs", arguments) ||
        !internal::process_grid(call, size, rank, dimensions, processes))
        return call.error();
    const auto number = static_cast<std::size_t>(dimensions);
    const auto old = call.state().datatypes.element(value_of(old_type));
    Contents contents = internal::contents<Count>(Combiner::darray, number, 0, 4 + 3 * number, 1);
    if (contents.failed()) return internal::no_memory_for_type(call);
    for (const int value : {size, rank, dimensions}) contents.integer(value);
    contents.counts(sizes, number);
    for (const int* values : {distributions, arguments, processes}) contents.integers(values, number);
    contents.integer(order);
    contents.origin(old.origin);
    datatype::ArrayPart part(old);
    for (int position = 0; position < dimensions; ++position) {
        const int index = internal::dimension(position, dimensions, order);
        internal::Distribution one{};
        if (!internal::distribution(call, index, sizes[index], distributions[index], arguments[index],
                                    processes[index], one))
            return call.error();
        part.cyclic(sizes[index], one.block, one.processes,
                    internal::grid_position(rank, index, dimensions, processes));
    }
    return internal::give(call, part.element(), std::move(contents), new_type);
}

} // namespace sartor::mpi
