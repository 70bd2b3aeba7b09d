// Intercommunicators: MPI_Intercomm_create, MPI_Intercomm_merge, and inquiry of the remote group (MPI-5.0
// sections 7.6.1 and 7.6.2).
#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "components/library_memory.hpp"
#include "mpi_api/collective/inter/across.hpp"
#include "mpi_api/communicator/groups.hpp"
#include "mpi_api/communicator/making/contexts.hpp"
#include "mpi_api/communicator/making/new_communicator.hpp"
#include "mpi_api/communicator/making/sharing.hpp"

namespace sartor::mpi {

namespace internal {

using CollectiveOffset = std::integral_constant<int, collective_context_offset>;

// Exchanges `bytes` bytes with one rank, on the collective context of a communicator, or another one that is
// so far from its own, so that the program's messages with the same tag do not match.
template <class Program, class Offset = CollectiveOffset>
int exchange_with(Call<Program>& call, const void* mine, void* theirs, std::size_t bytes, int peer, int tag,
                  MPI_Comm comm, Offset context_offset = {}) noexcept {
    receiving<Program> arriving;
    address(call, arriving, theirs, static_cast<MPI_Count>(bytes), MPI_BYTE, peer, tag, comm, context_offset);
    sending<Program> leaving;
    address(call, leaving, mine, static_cast<MPI_Count>(bytes), MPI_BYTE, peer, tag, comm, context_offset);
    auto& communicator = call.state().communicator;
    ((communicator >> arriving) << leaving).wait(leaving);
    communicator.wait(arriving);
    call.at(point::PartIsOver(), leaving);
    return call.at(point::PartIsWrong(), arriving) ? MPI_SUCCESS : call.error();
}

// What the leaders exchange first and then broadcast to their own groups. All take the lower of two contexts.
struct SideSummary {
    int error;
    int size;
    int context;
};

// At a leader: exchanges sizes, contexts and members with the other leader, two messages in each direction.
// The members are in memory of malloc's. MPI_ERR_COMM when the groups overlap, MPI_ERR_NO_MEM.
template <class Program, class Offset = CollectiveOffset>
int exchange_sides(Call<Program>& call, const Group& own, MPI_Comm peer_comm, int remote_leader, int tag,
                   SideSummary& theirs, int** members, Offset context_offset = {}) noexcept {
    const SideSummary mine{MPI_SUCCESS, own.size(), reserve_own_contexts<Program>(inter_span)};
    int error =
        exchange_with(call, &mine, &theirs, sizeof mine, remote_leader, tag, peer_comm, context_offset);
    if (error != MPI_SUCCESS) return error;
    theirs.context = std::min(mine.context, theirs.context); // both know both
    const int most = std::max(mine.size, theirs.size);
    Array<int> own_members(most);
    *members = static_cast<int*>(allocate_for_library(sizeof(int) * (static_cast<unsigned>(most) + 1)));
    if (!own_members.valid() || *members == nullptr)
        return call.template fail<MPI_ERR_NO_MEM>("no memory for %d ranks", most);
    for (int rank = 0; rank < own.size(); ++rank) own_members[rank] = own.member(rank);
    error = exchange_with(call, own_members.data(), *members, sizeof(int) * static_cast<unsigned>(most),
                          remote_leader, tag, peer_comm, context_offset);
    if (error != MPI_SUCCESS) return error;
    for (int rank = 0; rank < theirs.size; ++rank)
        if (own.find((*members)[rank]) >= 0)
            return call.template fail<MPI_ERR_COMM>("the two sides have rank %d of the process in common",
                                                    (*members)[rank]);
    return MPI_SUCCESS;
}

// The same after the checks of MPI_Intercomm_create's arguments.
template <class Program>
int exchange_with_leader(Call<Program>& call, const Group& own, MPI_Comm peer_comm, int remote_leader,
                         int tag, SideSummary& theirs, int** members) noexcept {
    if (!call.communicator("peer_comm", peer_comm) || !call.rank("remote_leader", remote_leader, peer_comm))
        return call.error();
    if (!call.at(point::LeadersMeet(), remote_leader, tag, peer_comm)) return call.error();
    return exchange_sides(call, own, peer_comm, remote_leader, tag, theirs, members);
}

} // namespace internal

namespace internal {

// A leader broadcasts the remote members to its own group, and all make the intercommunicator. `members` is
// memory of malloc's that is freed here, null on other ranks. An error at the leader is returned by all ranks
// of its group. No intercommunicator when the remote group is empty.
template <class Program>
int make_across(Call<Program>& call, MPI_Comm local_comm, int local_leader, SideSummary& theirs, int* members,
                MPI_Comm* handle) noexcept {
    CommunicatorObject& local = *call.state().communicators.find(local_comm);
    int error = bcast(call, &theirs, sizeof theirs, MPI_BYTE, local_leader, local_comm);
    if (error == MPI_SUCCESS) error = theirs.error;
    if (error == MPI_SUCCESS && theirs.size == 0) return MPI_SUCCESS;
    if (error == MPI_SUCCESS && members == nullptr)
        members =
            static_cast<int*>(allocate_for_library(sizeof(int) * (static_cast<unsigned>(theirs.size) + 1)));
    if (error == MPI_SUCCESS && members == nullptr)
        error = call.template fail<MPI_ERR_NO_MEM>("no memory for %d ranks", theirs.size);
    if (error == MPI_SUCCESS)
        error = bcast(call, members, static_cast<MPI_Count>(sizeof(int)) * theirs.size, MPI_BYTE,
                      local_leader, local_comm);
    if (error == MPI_SUCCESS)
        error = new_intercommunicator(call, local, local.group->share(),
                                      Group::make_listed(members, theirs.size), theirs.context, handle);
    std::free(members);
    return error;
}

} // namespace internal

// MPI_Intercomm_create: the leaders exchange the members of their groups over peer_comm, which is significant
// at them only, and broadcast them over local_comm. `tag` must not be used by others on peer_comm meanwhile.
template <class Program>
int intercomm_create(Call<Program>& call, MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
                     int remote_leader, int tag, MPI_Comm* handle) noexcept {
    *handle = MPI_COMM_NULL;
    if (!call.intracommunicator(local_comm)) return call.error();
    CommunicatorObject& local = *call.state().communicators.find(local_comm);
    internal::SideSummary theirs{};
    int* members = nullptr;
    if (local.rank == local_leader)
        theirs.error = internal::exchange_with_leader(call, *local.group, peer_comm, remote_leader, tag,
                                                      theirs, &members);
    return internal::make_across(call, local_comm, local_leader, theirs, members, handle);
}

namespace internal {

// Whether the own group comes first: the one that does not pass `high`; if both pass the same, the one whose
// first member has the lower number in the process. One exchange and a broadcast in each group.
template <class Program>
int agree_on_order(Call<Program>& call, MPI_Comm comm, const Group& own, const Group& other, int high,
                   bool* first) noexcept {
    const MPI_Comm local = local_side(call, comm);
    int theirs = 0;
    int exchanged = MPI_SUCCESS;
    if (call.view(comm).rank() == 0)
        exchanged = exchange_with(call, &high, &theirs, sizeof high, 0,
                                  call.collective_tag(Signature(Collective::internal)), comm);
    if (exchanged != MPI_SUCCESS) static_cast<void>(call.refuse(exchanged));
    int error = bcast(call, &theirs, sizeof theirs, MPI_BYTE, 0, local);
    if (error == MPI_SUCCESS && !call.at(point::SidesMerge(), local, high)) error = call.error();
    *first = (high != 0) == (theirs != 0) ? own.member(0) < other.member(0) : high == 0;
    return error;
}

// The members of both, in this order. Null when there is no memory.
inline Group* joined(const Group& first, const Group& second) noexcept {
    Array<int> members(first.size() + second.size());
    if (!members.valid()) return nullptr;
    for (int rank = 0; rank < first.size(); ++rank) members[rank] = first.member(rank);
    for (int rank = 0; rank < second.size(); ++rank) members[first.size() + rank] = second.member(rank);
    return Group::make_listed(members.data(), first.size() + second.size());
}

} // namespace internal

// MPI_Intercomm_merge: a communicator of both groups. All ranks of a group must pass the same `high`.
template <class Program>
int intercomm_merge(Call<Program>& call, MPI_Comm comm, int high, MPI_Comm* handle) noexcept {
    const Group* other = internal::remote_group_of(call, comm);
    if (other == nullptr) return call.error();
    CommunicatorObject& parent = *call.state().communicators.find(comm);
    bool first = false;
    const int error = internal::agree_on_order(call, comm, *parent.group, *other, high, &first);
    if (error != MPI_SUCCESS) return error;
    const int context = reserve_contexts<Program>(call.state().communicators.next_child(parent, 1));
    Group* group = first ? internal::joined(*parent.group, *other) : internal::joined(*other, *parent.group);
    return internal::new_communicator(call, parent, group, context, handle) != nullptr ? MPI_SUCCESS
                                                                                       : call.error();
}

// MPI_ERR_COMM for an intracommunicator; likewise below.
template <class Program>
int comm_remote_size(Call<Program>& call, MPI_Comm comm, int* size) noexcept {
    const Group* group = internal::remote_group_of(call, comm);
    if (group == nullptr) return call.error();
    *size = group->size();
    return MPI_SUCCESS;
}

template <class Program>
int comm_remote_group(Call<Program>& call, MPI_Comm comm, MPI_Group* handle) noexcept {
    Group* group = internal::remote_group_of(call, comm);
    return group == nullptr ? call.error() : internal::new_group(call, group->share(), handle);
}

} // namespace sartor::mpi
