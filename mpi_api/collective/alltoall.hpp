// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw (MPI-5.0 section 6.8).
#pragma once

#include <cstdlib>

#include "mpi_api/collective/everybody.hpp"
#include "mpi_api/collective/slices.hpp"

namespace sartor::mpi {

namespace internal {

// In place, what a rank sends is overwritten by what it receives: each slice is copied before its step.
template <class Family, class Program, class Incoming>
int exchange_in_place(Call<Program>& call, const Incoming& slices, MPI_Comm comm) noexcept {
    using Storage = typename Interface<Program>::Datatypes::Storage;
    const auto view = call.view(comm);
    std::size_t bytes = 0;
    for (int rank = 0; rank < view.size(); ++rank) bytes += slices(rank).bytes;
    auto* copy = static_cast<char*>(std::malloc(bytes + 1));
    if (copy == nullptr)
        return call.template fail<MPI_ERR_NO_MEM>("no memory for a copy of %zu bytes", bytes);
    std::size_t used = 0;
    for (int rank = 0; rank < view.size(); ++rank) {
        slices(rank).gather_to(copy + used);
        used += slices(rank).bytes;
    }
    const auto copied = [&](int wanted) {
        std::size_t offset = 0;
        for (int rank = 0; rank < wanted; ++rank) offset += slices(rank).bytes;
        return Storage{copy + offset, slices(wanted).bytes};
    };
    const int error = exchange_all<Family>(call, comm, copied, slices, false);
    std::free(copy);
    return error;
}

} // namespace internal

template <class Program>
int alltoall(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
             void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type,
             MPI_Comm comm) noexcept {
    if (!call.side("recvbuf", receive_buffer, receive_count, receive_type)) return call.error();
    const Slices<Program> incoming(call, receive_buffer, receive_count, receive_type);
    if (send_buffer == MPI_IN_PLACE)
        return internal::exchange_in_place<collective::Alltoall>(call, incoming, comm);
    if (!call.side("sendbuf", send_buffer, send_count, send_type) ||
        !call.separate(send_buffer, receive_buffer, send_count))
        return call.error();
    return exchange_all<collective::Alltoall>(
        call, comm, Slices<Program>(call, send_buffer, send_count, send_type), incoming, true);
}

template <class Program, class Count, class Displacement>
int alltoallv(Call<Program>& call, const void* send_buffer, const Count* send_counts,
              const Displacement* send_displacements, MPI_Datatype send_type, void* receive_buffer,
              const Count* receive_counts, const Displacement* receive_displacements,
              MPI_Datatype receive_type, MPI_Comm comm) noexcept {
    using Varying = VaryingSlices<Program, Count, Displacement>;
    if (!call.committed("recvtype", receive_type)) return call.error();
    const Varying incoming(call, receive_buffer, receive_counts, receive_displacements, receive_type);
    if (send_buffer == MPI_IN_PLACE)
        return internal::exchange_in_place<collective::Alltoallv>(call, incoming, comm);
    if (!call.committed("sendtype", send_type)) return call.error();
    return exchange_all(call, comm, Varying(call, send_buffer, send_counts, send_displacements, send_type),
                        incoming, true);
}

template <class Program, class Count, class Displacement>
int alltoallw(Call<Program>& call, const void* send_buffer, const Count* send_counts,
              const Displacement* send_displacements, const MPI_Datatype* send_types, void* receive_buffer,
              const Count* receive_counts, const Displacement* receive_displacements,
              const MPI_Datatype* receive_types, MPI_Comm comm) noexcept {
    using Typed = TypedSlices<Program, Count, Displacement>;
    for (int rank = 0; rank < call.peers(comm); ++rank) {
        if (!call.committed("recvtypes", receive_types[rank])) return call.error();
        if (send_buffer != MPI_IN_PLACE && !call.committed("sendtypes", send_types[rank]))
            return call.error();
    }
    const Typed incoming(call, receive_buffer, receive_counts, receive_displacements, receive_types);
    if (send_buffer == MPI_IN_PLACE)
        return internal::exchange_in_place<collective::Alltoallv>(call, incoming, comm);
    return exchange_all(call, comm, Typed(call, send_buffer, send_counts, send_displacements, send_types),
                        incoming, true);
}

} // namespace sartor::mpi
