// MPI_Comm_create, MPI_Comm_create_group (MPI-5.0 section 7.4.2).
#pragma once

#include <algorithm>

#include "mpi_api/communicator/groups.hpp"
#include "mpi_api/communicator/making/contexts.hpp"
#include "mpi_api/communicator/making/inter_split.hpp"
#include "mpi_api/communicator/management.hpp"
#include "mpi_api/point_to_point/receive.hpp"
#include "mpi_api/point_to_point/send.hpp"

namespace sartor::mpi {

namespace internal {

// The lowest rank in the parent among a group's members; -1 when one of them is not in the parent.
[[nodiscard]] inline int leader_of(const Group& group, const Group& parent) noexcept {
    int leader = parent.size();
    for (int rank = 0; rank < group.size(); ++rank) {
        const int there = parent.find(group.member(rank));
        if (there < 0) return -1;
        leader = std::min(leader, there);
    }
    return leader;
}

// Disjoint groups may be given at the same time: each gets the context of its leader, so that no message is
// needed. The handle is MPI_COMM_NULL at ranks that are not in the group.
template <class Program>
int create_within(Call<Program>& call, MPI_Comm comm, Group& group, int leader, MPI_Comm* handle) noexcept {
    if (!agree_to_make(call, comm) || !call.at(point::MembersGiven(), comm, group)) return call.error();
    CommunicatorObject& parent = *call.state().communicators.find(comm);
    const int context =
        reserve_contexts<Program>(call.state().communicators.next_child(parent, parent.group->size()));
    *handle = MPI_COMM_NULL;
    if (group.find(process::current->number) < 0) return MPI_SUCCESS;
    return new_communicator(call, parent, group.share(), context < 0 ? -1 : context + 2 * leader, handle) !=
                   nullptr
               ? MPI_SUCCESS
               : call.error();
}

} // namespace internal

// MPI_Comm_create, collective over the communicator. MPI_ERR_GROUP when the group is no subset.
template <class Program>
int comm_create(Call<Program>& call, MPI_Comm comm, MPI_Group group_handle, MPI_Comm* handle) noexcept {
    CommunicatorObject& parent = *call.state().communicators.find(comm);
    Group& group = *find_group(call, group_handle);
    const int leader = internal::leader_of(group, *parent.group);
    if (leader < 0)
        return call.template fail<MPI_ERR_GROUP>("group: not a subset of the communicator's group");
    return by_groups(
        call, comm, [&] { return internal::create_within(call, comm, group, leader, handle); },
        [&](auto& inter) {
            const int rank = group.find(process::current->number);
            return internal::split_intercommunicator(inter, comm, rank >= 0 ? 0 : MPI_UNDEFINED, rank,
                                                     handle);
        });
}

// MPI_Comm_create_group, collective over the group: its first rank reserves the context and sends it to each
// other member, a message each. MPI_ERR_GROUP when the group is no subset.
template <class Program>
int comm_create_group(Call<Program>& call, MPI_Comm comm, MPI_Group group_handle, int tag,
                      MPI_Comm* handle) noexcept {
    if (!call.intracommunicator(comm)) return call.error();
    CommunicatorObject& parent = *call.state().communicators.find(comm);
    Group& group = *find_group(call, group_handle);
    *handle = MPI_COMM_NULL;
    const int rank = group.find(process::current->number);
    if (rank < 0) return MPI_SUCCESS;
    if (internal::leader_of(group, *parent.group) < 0)
        return call.template fail<MPI_ERR_GROUP>("group: not a subset of the communicator's group");
    constexpr int root = 0;
    int context = rank == root ? reserve_own_contexts<Program>(2) : 0;
    const int leader = parent.group->find(group.member(root));
    for (int other = 1; rank == root && other < group.size(); ++other) {
        const int error = internal::send_blocking<AnyTime>(call, &context, sizeof context, MPI_BYTE,
                                                           parent.group->find(group.member(other)), tag, comm,
                                                           collective_context_offset);
        if (error != MPI_SUCCESS && call.at(point::ErrorEnds())) return error;
    }
    if (rank != root) {
        const int error = internal::receive_blocking(call, &context, sizeof context, MPI_BYTE, leader, tag,
                                                     comm, MPI_STATUS_IGNORE, collective_context_offset);
        if (error != MPI_SUCCESS) return error;
    }
    return internal::new_communicator(call, parent, group.share(), context, handle) != nullptr ? MPI_SUCCESS
                                                                                               : call.error();
}

} // namespace sartor::mpi
