// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw (MPI-5.0 section 6.8).
#pragma once

#include <cstdlib>
#include <type_traits>

#include "components/library_memory.hpp"
#include "mpi_api/call/array.hpp"
#include "mpi_api/collective/buffers/in_use.hpp"
#include "mpi_api/collective/buffers/slices.hpp"
#include "mpi_api/collective/buffers/storage_at.hpp"
#include "mpi_api/collective/buffers/varying_side.hpp"
#include "mpi_api/collective/inter/all_to_all.hpp"
#include "mpi_api/collective/within/alltoall.hpp"

namespace sartor::mpi {

// outgoing(r) goes to rank r, incoming(r) comes from it; on an intercommunicator, of the remote group.
// `types`: of each part, for programs that are checked; null where all are of one datatype.
template <class Family, class Program, class Outgoing, class Incoming>
[[nodiscard]] int exchange_all(Call<Program>& call, MPI_Comm comm, const Outgoing& outgoing,
                               const Incoming& incoming, bool copy_own,
                               const internal::TypesOfParts* types = nullptr) noexcept {
    return by_groups(
        call, comm,
        [&] {
            return internal::exchange_all_within<Family>(call, comm, outgoing, incoming, copy_own, types);
        },
        [&](auto& inter) { return exchange_all_across(inter, comm, outgoing, incoming); });
}

namespace internal {

// MPI_IN_PLACE: what a rank sends is in the buffer that it receives into, so all of it is copied first. Costs
// memory for all slices. MPI_ERR_NO_MEM.
template <class Family, class Program>
int exchange_in_place(Call<Program>& call, const std::type_identity_t<storage_at<Program>>& slices,
                      MPI_Comm comm, const TypesOfParts* types = nullptr) noexcept {
    if (call.rehearses()) return call.error();
    using Storage = typename Interface<Program>::Datatypes::Storage;
    const int peers = call.peers(comm);
    Array<std::size_t> starts(peers + 1);
    if (!starts.valid()) return call.template fail<MPI_ERR_NO_MEM>("no memory for %d counts", peers);
    starts[0] = 0;
    for (int rank = 0; rank < peers; ++rank) starts[rank + 1] = starts[rank] + slices(rank).bytes;
    const std::size_t bytes = starts[peers];
    auto* copy = static_cast<char*>(allocate_for_library(bytes + 1));
    if (copy == nullptr)
        return call.template fail<MPI_ERR_NO_MEM>("no memory for a copy of %zu bytes", bytes);
    for (int rank = 0; rank < peers; ++rank) slices(rank).gather_to(copy + starts[rank]);
    const auto copied = [&](int rank) { return Storage{copy + starts[rank], slices(rank).bytes}; };
    const int error = exchange_all<Family>(call, comm, storage_at<Program>(copied), slices, false, types);
    std::free(copy);
    return error;
}

// Alltoallv and Alltoallw.
template <class Program>
int exchange_varying(Call<Program>& call, const std::type_identity_t<storage_at<Program>>& outgoing,
                     const std::type_identity_t<storage_at<Program>>& incoming, MPI_Comm comm,
                     const TypesOfParts* types = nullptr) noexcept {
    if (!call.at(point::PartsExchanged(), outgoing, incoming, call.peers(comm))) return call.error();
    return exchange_all<collective::Alltoallv>(call, comm, outgoing, incoming, true, types);
}

} // namespace internal

// MPI_Alltoall: `send_count` elements to each rank.
template <class Program>
int alltoall(Call<Program>& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
             void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type,
             MPI_Comm comm) noexcept {
    const MPI_Count peers = call.peers(comm);
    if (!call.side(Side::received, receive_buffer, receive_count, receive_type) ||
        !may_send_from(call, send_buffer, send_count * peers, send_type, comm) ||
        !may_receive_into(call, receive_buffer, receive_count * peers, receive_type, comm))
        return call.error();
    const Slices<Program> incoming(call, receive_buffer, receive_count, receive_type);
    if (call.in_place(send_buffer, comm))
        return internal::exchange_in_place<collective::Alltoall>(call, incoming, comm);
    if (!call.side(Side::sent, send_buffer, send_count, send_type) ||
        !call.separate(send_buffer, receive_buffer, send_count))
        return call.error();
    const Slices<Program> outgoing(call, send_buffer, send_count, send_type);
    if (!call.at(point::PartsExchanged(), outgoing, incoming, call.peers(comm))) return call.error();
    return exchange_all<collective::Alltoall>(call, comm, outgoing, incoming, true);
}

// MPI_Alltoallv: counts and displacements, in elements, for each rank. What rank i sends to j must be as long
// as what j expects of i.
template <class Program, class Counts, class Displacements>
int alltoallv(Call<Program>& call, const void* send_buffer, Counts send_counts,
              Displacements send_displacements, MPI_Datatype send_type, void* receive_buffer,
              Counts receive_counts, Displacements receive_displacements, MPI_Datatype receive_type,
              MPI_Comm comm) noexcept {
    using Varying = VaryingSlices<Program, Counts, Displacements>;
    const int peers = call.peers(comm);
    if (!varying_side(call, received_parts, peers, receive_buffer, receive_counts, receive_displacements,
                      receive_type))
        return call.error();
    const Varying incoming(call, receive_buffer, receive_counts, receive_displacements, receive_type);
    const internal::TypesOfSide<Program, Counts> received(call, receive_type, receive_counts);
    if (call.in_place(send_buffer, comm))
        return internal::exchange_in_place<collective::Alltoallv>(
            call, incoming, comm, internal::TypesOfSides(received, received).get());
    if (!varying_side(call, sent_parts, peers, send_buffer, send_counts, send_displacements, send_type))
        return call.error();
    const Varying outgoing(call, send_buffer, send_counts, send_displacements, send_type);
    const internal::TypesOfSide<Program, Counts> sent(call, send_type, send_counts);
    return internal::exchange_varying(call, outgoing, incoming, comm,
                                      internal::TypesOfSides(sent, received).get());
}

// MPI_Alltoallw: displacements in bytes, and a datatype for each rank.
template <class Program, class Counts, class Displacements>
int alltoallw(Call<Program>& call, const void* send_buffer, Counts send_counts,
              Displacements send_displacements, const MPI_Datatype* send_types, void* receive_buffer,
              Counts receive_counts, Displacements receive_displacements, const MPI_Datatype* receive_types,
              MPI_Comm comm) noexcept {
    using Typed = TypedSlices<Program, Counts, Displacements>;
    const int peers = call.peers(comm);
    if (!varying_side(call, received_parts, peers, receive_buffer, receive_counts, receive_displacements,
                      receive_types) ||
        (!call.in_place(send_buffer, comm) &&
         !varying_side(call, sent_parts, peers, send_buffer, send_counts, send_displacements, send_types)))
        return call.error();
    const bool in_place = call.in_place(send_buffer, comm);
    const auto received = [&](int rank) {
        return internal::type_of_part(call, receive_types, receive_counts, rank);
    };
    const auto sent = [&](int rank) {
        return in_place ? received(rank) : internal::type_of_part(call, send_types, send_counts, rank);
    };
    const internal::TypesOfParts types_of_parts{sent, received};
    const auto* const types = check_type<Program>::compares ? &types_of_parts : nullptr;
    const Typed incoming(call, receive_buffer, receive_counts, receive_displacements, receive_types);
    if (in_place) return internal::exchange_in_place<collective::Alltoallv>(call, incoming, comm, types);
    const Typed outgoing(call, send_buffer, send_counts, send_displacements, send_types);
    return internal::exchange_varying(call, outgoing, incoming, comm, types);
}

} // namespace sartor::mpi
