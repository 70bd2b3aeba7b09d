// Splitting an intercommunicator: MPI_Comm_split and MPI_Comm_create with two sides (MPI-5.0 section 7.4.2).
#pragma once

#include <algorithm>

#include "mpi_api/call/array.hpp"
#include "mpi_api/collective/allgather.hpp"
#include "mpi_api/communicator/making/contexts.hpp"
#include "mpi_api/communicator/making/membership.hpp"
#include "mpi_api/communicator/making/new_communicator.hpp"
#include "mpi_api/communicator/making/sharing.hpp"

namespace sartor::mpi {

namespace internal {

// The members of a side with this color, in the order of their keys, ties by rank. Null when there is no
// memory. `lowest` becomes the lowest of their ranks in the parent.
inline Group* choose_side(Array<Membership>& all, const Group& side, int color, int* lowest) noexcept {
    const int count = choose_members(all.data(), side.size(), color);
    Array<int> members(count);
    if (!members.valid()) return nullptr;
    *lowest = side.size();
    for (int rank = 0; rank < count; ++rank) {
        members[rank] = side.member(all[rank].rank);
        *lowest = std::min(*lowest, all[rank].rank);
    }
    return Group::make_listed(members.data(), count);
}

// Ranks of both groups with the same color make an intercommunicator; MPI_COMM_NULL where the other group has
// no such rank. Costs a gather, a broadcast and an allgather of 12 bytes for each rank, O(ranks) memory.
template <class Program>
int split_intercommunicator(Call<Program>& call, MPI_Comm comm, int color, int key,
                            MPI_Comm* handle) noexcept {
    CommunicatorObject& parent = *call.state().communicators.find(comm);
    const Group& own = *parent.group;
    const Group& other = *RemoteSide::of(parent)->group;
    Array<Membership> own_members(own.size());
    Array<Membership> other_members(other.size());
    if (!own_members.valid() || !other_members.valid())
        return call.template fail<MPI_ERR_NO_MEM>("no memory for %d colors", own.size() + other.size());
    const Membership mine{color, key, parent.rank};
    constexpr auto bytes = static_cast<MPI_Count>(sizeof mine);
    int error = share(call, mine, own_members, local_side(call, comm));
    if (error == MPI_SUCCESS || !call.at(point::ErrorEnds()))
        error = allgather(call, &mine, bytes, MPI_BYTE, other_members.data(), bytes, MPI_BYTE, comm);
    if (error != MPI_SUCCESS) return error;
    const int context =
        reserve_contexts<Program>(call.state().communicators.next_child(parent, own.size() + other.size()));
    *handle = MPI_COMM_NULL;
    if (color == MPI_UNDEFINED) return MPI_SUCCESS;
    int own_lowest = 0;
    int other_lowest = 0;
    Group* own_part = choose_side(own_members, own, color, &own_lowest);
    Group* other_part = choose_side(other_members, other, color, &other_lowest);
    if (other_part != nullptr && other_part->size() == 0) {
        own_part->release();
        other_part->release();
        return MPI_SUCCESS;
    }
    // Each color has a number of its own that both sides agree on: its lowest rank on the side that comes
    // first.
    const int leader = own.member(0) < other.member(0) ? own_lowest : other_lowest;
    return new_intercommunicator(call, parent, own_part, other_part,
                                 context < 0 ? -1 : context + inter_span * leader, handle);
}

} // namespace internal

} // namespace sartor::mpi
