// Cartesian communicators (MPI-5.0 section 8.5).
#pragma once

#include "mpi_api/communicator/create.hpp"
#include "mpi_api/communicator/split.hpp"
#include "mpi_api/topology/attached.hpp"
#include "mpi_api/topology/shapes/cartesian.hpp"

namespace sartor::mpi {

namespace internal {

// Null after reporting MPI_ERR_TOPOLOGY.
template <class Program>
Cartesian* cartesian_of(Call<Program>& call, MPI_Comm comm) noexcept {
    return topology_of_kind<Cartesian, MPI_CART>(call, comm, "MPI_Cart_create");
}

// The number of nodes of a grid. -1 after reporting MPI_ERR_DIMS for an extent that is not positive,
// MPI_ERR_ARG for more nodes than ranks.
template <class Program>
int check_grid(Call<Program>& call, int available, int dimensions, const int* extents) noexcept {
    if (dimensions < 0) {
        call.template fail<MPI_ERR_DIMS>("ndims = %d: expected no negative number", dimensions);
        return -1;
    }
    long nodes = 1;
    for (int dimension = 0; dimension < dimensions; ++dimension) {
        if (extents[dimension] <= 0) {
            call.template fail<MPI_ERR_DIMS>("dims[%d] = %d: expected a positive number", dimension,
                                             extents[dimension]);
            return -1;
        }
        if ((nodes *= extents[dimension]) > available) break;
    }
    if (nodes > available) {
        call.template fail<MPI_ERR_ARG>("the grid has more nodes than the communicator's %d ranks",
                                        available);
        return -1;
    }
    return static_cast<int>(nodes);
}

} // namespace internal

// MPI_Cart_create: ranks keep their order, since reordering is allowed and not required. Ranks beyond the
// grid get MPI_COMM_NULL. No messages without --checked.
template <class Program>
int cart_create(Call<Program>& call, MPI_Comm comm, int dimensions, const int* extents, const int* periods,
                int, MPI_Comm* handle) noexcept {
    if (!call.intracommunicator(comm)) return call.error();
    CommunicatorObject& parent = internal::object_of(call, comm);
    const int nodes = internal::check_grid(call, parent.group->size(), dimensions, extents);
    if (nodes < 0) return call.error();
    const auto arguments = [&] {
        return internal::DigestOfArguments().add(extents, dimensions).add(periods, dimensions);
    };
    if (!internal::agree_to_make(call, comm, arguments)) return call.error();
    CommunicatorObject* object = internal::make_leading(call, parent, nodes, handle);
    if (object == nullptr) return call.error();
    return internal::attach_topology(call, *object,
                                     Cartesian::make(dimensions, extents, periods, object->rank));
}

template <class Program>
int cartdim_get(Call<Program>& call, MPI_Comm comm, int* dimensions) noexcept {
    Cartesian* cartesian = internal::cartesian_of(call, comm);
    if (cartesian == nullptr) return call.error();
    *dimensions = cartesian->dimensions();
    return MPI_SUCCESS;
}

// At most `most` dimensions are written.
template <class Program>
int cart_get(Call<Program>& call, MPI_Comm comm, int most, int* extents, int* periods,
             int* coordinates) noexcept {
    Cartesian* cartesian = internal::cartesian_of(call, comm);
    if (cartesian == nullptr) return call.error();
    for (int dimension = 0; dimension < cartesian->dimensions() && dimension < most; ++dimension) {
        extents[dimension] = cartesian->extents()[dimension];
        periods[dimension] = cartesian->periodic()[dimension];
        coordinates[dimension] = cartesian->own()[dimension];
    }
    return MPI_SUCCESS;
}

// Coordinates count around in periodic dimensions; outside of another one they are MPI_ERR_ARG.
template <class Program>
int cart_rank(Call<Program>& call, MPI_Comm comm, const int* coordinates, int* rank) noexcept {
    Cartesian* cartesian = internal::cartesian_of(call, comm);
    if (cartesian == nullptr) return call.error();
    if (!call.array("coords", coordinates, cartesian->dimensions())) return call.error();
    *rank = cartesian->rank_at(coordinates);
    return *rank >= 0 ? MPI_SUCCESS
                      : call.template fail<MPI_ERR_ARG>("coords: outside of a dimension that has an end");
}

// MPI_ERR_ARG when there is no room for all dimensions.
template <class Program>
int cart_coords(Call<Program>& call, MPI_Comm comm, int rank, int most, int* coordinates) noexcept {
    Cartesian* cartesian = internal::cartesian_of(call, comm);
    if (cartesian == nullptr) return call.error();
    if (most < cartesian->dimensions())
        return call.template fail<MPI_ERR_ARG>("maxdims = %d: the topology has %d dimensions", most,
                                               cartesian->dimensions());
    cartesian->coordinates_of(rank, coordinates);
    return MPI_SUCCESS;
}

// MPI_Cart_shift: the ranks from which to receive and to which to send for a shift by `distance`;
// MPI_PROC_NULL beyond an edge.
template <class Program>
int cart_shift(Call<Program>& call, MPI_Comm comm, int dimension, int distance, int* source,
               int* destination) noexcept {
    Cartesian* cartesian = internal::cartesian_of(call, comm);
    if (cartesian == nullptr) return call.error();
    if (dimension < 0 || dimension >= cartesian->dimensions())
        return call.template fail<MPI_ERR_DIMS>("direction = %d: expected 0 to %d", dimension,
                                                cartesian->dimensions() - 1);
    const auto or_null = [](int rank) { return rank < 0 ? MPI_PROC_NULL : rank; };
    *source = or_null(cartesian->shifted(dimension, -distance));
    *destination = or_null(cartesian->shifted(dimension, distance));
    return MPI_SUCCESS;
}

// MPI_Cart_sub: a grid for each combination of the dropped coordinates; ranks keep their order. Costs a
// MPI_Comm_split.
template <class Program>
int cart_sub(Call<Program>& call, MPI_Comm comm, const int* remain, MPI_Comm* handle) noexcept {
    Cartesian* cartesian = internal::cartesian_of(call, comm);
    if (cartesian == nullptr) return call.error();
    const int dimensions = cartesian->dimensions();
    if (!call.array("remain_dims", remain, dimensions)) return call.error();
    Array<int> kept(2 * dimensions);
    if (!kept.valid()) return call.template fail<MPI_ERR_NO_MEM>("no memory for %d dimensions", dimensions);
    int count = 0;
    int color = 0;
    for (int dimension = 0; dimension < dimensions; ++dimension) {
        if (remain[dimension] == 0) {
            color = color * cartesian->extents()[dimension] + cartesian->own()[dimension];
            continue;
        }
        kept[count] = cartesian->extents()[dimension];
        kept[dimensions + count++] = cartesian->periodic()[dimension];
    }
    const int error = internal::split(call, comm, color, internal::object_of(call, comm).rank, handle);
    if (error != MPI_SUCCESS) return error;
    CommunicatorObject& object = internal::object_of(call, *handle);
    return internal::attach_topology(
        call, object, Cartesian::make(count, kept.data(), kept.data() + dimensions, object.rank));
}

// MPI_Cart_map: the ranks that MPI_Cart_create would give, which are those of the communicator.
template <class Program>
int cart_map(Call<Program>& call, MPI_Comm comm, int dimensions, const int* extents, const int*,
             int* rank) noexcept {
    if (!call.intracommunicator(comm)) return call.error();
    const CommunicatorObject& object = internal::object_of(call, comm);
    const int nodes = internal::check_grid(call, object.group->size(), dimensions, extents);
    if (nodes < 0) return call.error();
    *rank = object.rank < nodes ? object.rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
