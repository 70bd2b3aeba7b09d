// MPI_Dims_create (MPI-5.0 section 8.5.2): dimensions as close to each other as possible, in falling order.
#pragma once

#include "mpi_api/call/call.hpp"
#include "mpi_api/topology/shapes/balanced_factors.hpp"

namespace sartor::mpi {

// Only dimensions that are 0 are set. MPI_ERR_DIMS when the others do not divide nnodes, when a dimension is
// negative, or for more than 64 dimensions. No messages.
template <class Program>
int dims_create(Call<Program>& call, int nodes, int count, int* dims) noexcept {
    constexpr int most_dimensions = BalancedFactors::most;
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
    if (free == 0) return MPI_SUCCESS;
    const BalancedFactors factors(rest, free);
    for (int index = 0, used = 0; index < count; ++index)
        if (dims[index] == 0) dims[index] = factors[used++];
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
