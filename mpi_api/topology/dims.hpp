// MPI_Dims_create (MPI-5.0 section 8.5.2): dimensions as close to each other as possible, in falling order.
#pragma once

#include "mpi_api/call.hpp"

namespace sartor::mpi {

namespace internal {

// The best split of `nodes` into `count` falling factors, none above `most`: the largest factor is as small
// as possible, then the second... False when there is none.
inline bool balance(int nodes, int count, int most, int* factors) noexcept {
    if (count == 1) {
        factors[0] = nodes;
        return nodes <= most;
    }
    for (int largest = 1; largest <= nodes && largest <= most; ++largest) {
        if (nodes % largest != 0) continue;
        long reach = 1; // what `count` factors of at most `largest` can give
        for (int factor = 0; factor < count && reach < nodes; ++factor) reach *= largest;
        if (reach < nodes) continue;
        factors[0] = largest;
        if (balance(nodes / largest, count - 1, largest, factors + 1)) return true;
    }
    return false;
}

} // namespace internal

template <class Program>
int dims_create(Call<Program>& call, int nodes, int count, int* dims) noexcept {
    constexpr int most_dimensions = 64;
    if (nodes < 1) return call.template fail<MPI_ERR_DIMS>("nnodes = %d: expected at least 1", nodes);
    if (count < 0 || count > most_dimensions)
        return call.template fail<MPI_ERR_DIMS>("ndims = %d: expected 0 to %d", count, most_dimensions);
    int free = 0;
    int rest = nodes;
    for (int index = 0; index < count; ++index) {
        if (dims[index] < 0)
            return call.template fail<MPI_ERR_DIMS>("dims[%d] = %d: expected no negative number", index,
                                                    dims[index]);
        if (dims[index] == 0)
            ++free;
        else if (rest % dims[index] != 0)
            return call.template fail<MPI_ERR_DIMS>("dims[%d] = %d does not divide %d nodes", index,
                                                    dims[index], nodes);
        else
            rest /= dims[index];
    }
    if (free == 0 && rest != 1)
        return call.template fail<MPI_ERR_DIMS>("the dimensions do not multiply to nnodes = %d", nodes);
    int factors[most_dimensions];
    if (free > 0) internal::balance(rest, free, rest, factors);
    for (int index = 0, used = 0; index < count; ++index)
        if (dims[index] == 0) dims[index] = factors[used++];
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
