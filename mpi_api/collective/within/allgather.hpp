// MPI_Allgather, MPI_Allgatherv over the ranks of one group (MPI-5.0 section 6.7).
#pragma once

#include <cstddef>

#include "components/collective/algorithms/allgather_algorithms.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi::internal {

// The mean length of a slice in bytes, by which the algorithm is chosen. All ranks know all slices, so they
// choose the same.
template <class Incoming>
[[nodiscard]] std::size_t mean_bytes(const Incoming& slices, int size) noexcept {
    std::size_t bytes = 0;
    for (int rank = 0; rank < size; ++rank) bytes += slices(rank).bytes;
    return bytes / static_cast<std::size_t>(size);
}

// Requires checked receive parameters. `slices(r)` is where the data of rank r go. In place, a rank's own
// data are in its slice already.
template <class Program, class Incoming>
int gather_everywhere_within(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                             const Incoming& slices, MPI_Comm comm, const void* receive_buffer) noexcept {
    const bool in_place = buffer == MPI_IN_PLACE;
    if (!in_place &&
        (!call.side(Side::sent, buffer, count, type) || !call.separate(buffer, receive_buffer, count)))
        return call.error();
    const auto own = in_place ? slices(call.view(comm).rank())
                              : call.state().datatypes.storage(buffer, count, value_of(type));
    if (!in_place && !call.own_part(own, slices(call.view(comm).rank()))) return call.error();
    const std::size_t bytes = mean_bytes(slices, call.view(comm).size());
    if (!agree(call, comm,
               {.bytes = static_cast<long long>(bytes),
                .type = in_place ? MPI_DATATYPE_NULL : type,
                .received = type_of(slices),
                .in_place = in_place}))
        return call.error();
    Messages<Program> messages(call, comm, Signature(Collective::allgather));
    if (!in_place) own.copy_to(slices(messages.rank()));
    collective::choose<collective::Allgather>(messages, bytes,
                                              [&](auto algorithm) { algorithm.run(messages, own, slices); });
    return messages.error();
}

} // namespace sartor::mpi::internal
