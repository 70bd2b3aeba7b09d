// MPI_Comm_create_from_group, MPI_Intercomm_create_from_groups (MPI-5.0 sections 7.4.2 and 7.6.2).
#pragma once

#include <cstring>

#include "components/library_memory.hpp"
#include "mpi_api/communicator/inter.hpp"
#include "mpi_api/communicator/making/group_agreement.hpp"
#include "mpi_api/communicator/management.hpp"

namespace sartor::mpi {

namespace internal {

// Copies the hints into the communicator. MPI_ERR_NO_MEM.
template <class Program>
int keep_hints(Call<Program>& call, MPI_Comm comm, MPI_Info info) noexcept {
    auto& state = call.state();
    const auto all = [](const char*) { return true; };
    return state.infos.keep(state.communicators.find(comm)->info, info, all)
               ? MPI_SUCCESS
               : call.template fail<MPI_ERR_NO_MEM>("no memory for hints");
}

// A string shorter than MPI_MAX_STRINGTAG_LEN; otherwise MPI_ERR_ARG.
template <class Program>
[[nodiscard]] bool valid_string_tag(Call<Program>& call, const char* string) noexcept {
    if (!call.result("stringtag", string)) return false;
    if (strnlen(string, MPI_MAX_STRINGTAG_LEN) < MPI_MAX_STRINGTAG_LEN) return true;
    call.template fail<MPI_ERR_ARG>("stringtag: expected at most %d characters", MPI_MAX_STRINGTAG_LEN - 1);
    return false;
}

// Each member makes its communicator with contexts that the members agree on by the group and the string,
// without messages. MPI_ERR_GROUP when the caller is no member, MPI_ERR_NO_MEM.
template <class Program>
int make_from_group(Call<Program>& call, Group& group, const char* string, AgreementPurpose purpose,
                    MPI_Errhandler handler, MPI_Comm* handle) noexcept {
    const int rank = group.find(process::current->number);
    if (rank < 0) return call.template fail<MPI_ERR_GROUP>("the calling rank is not a member of the group");
    const int context = reserve_contexts<Program>({&group, string, purpose, group.size(), 2}, rank);
    CommunicatorObject* object = new_communicator(call, handler, group.share(), context, handle);
    return object != nullptr && adopt(call, *object, call.origin()) ? MPI_SUCCESS : call.error();
}

} // namespace internal

// MPI_Comm_create_from_group, collective over the group; errors go to the handler that is given.
// MPI_COMM_NULL for the empty group.
template <class Program>
int comm_create_from_group(Call<Program>& call, MPI_Group group_handle, const char* string, MPI_Info info,
                           MPI_Errhandler handler, MPI_Comm* handle) noexcept {
    *handle = MPI_COMM_NULL;
    if (!internal::valid_string_tag(call, string)) return call.error();
    if (group_handle == MPI_GROUP_EMPTY) return MPI_SUCCESS;
    const int error = internal::make_from_group(call, *find_group(call, group_handle), string,
                                                AgreementPurpose::communicator, handler, handle);
    return error == MPI_SUCCESS ? internal::keep_hints(call, *handle, info) : error;
}

namespace internal {

// At a leader: lists the members of the remote group in memory of malloc's, and reserves contexts with the
// other leader. MPI_ERR_RANK, MPI_ERR_GROUP when the groups overlap, MPI_ERR_NO_MEM.
template <class Program>
int meet_other_side(Call<Program>& call, const Group& own, MPI_Group remote_handle, int remote_leader,
                    const char* string, SideSummary& theirs, int** members) noexcept {
    if (!call.group("remote_group", remote_handle)) return call.error();
    const Group& remote = *find_group(call, remote_handle);
    theirs.size = remote.size();
    if (remote.size() == 0) return MPI_SUCCESS;
    if (remote_leader < 0 || remote_leader >= remote.size())
        return call.template fail<MPI_ERR_RANK>(
            "remote_leader = %d: expected a rank of remote_group, 0 to %d", remote_leader, remote.size() - 1);
    for (int rank = 0; rank < remote.size(); ++rank)
        if (own.find(remote.member(rank)) >= 0)
            return call.template fail<MPI_ERR_GROUP>("the two groups have rank %d of the process in common",
                                                     remote.member(rank));
    const bool first = own.member(0) < remote.member(0);
    Group* both = first ? joined(own, remote) : joined(remote, own);
    *members = static_cast<int*>(allocate_for_library(sizeof(int) * static_cast<unsigned>(remote.size())));
    const bool has_memory = both != nullptr && *members != nullptr;
    for (int rank = 0; has_memory && rank < remote.size(); ++rank) (*members)[rank] = remote.member(rank);
    if (has_memory)
        theirs.context =
            reserve_contexts<Program>({both, string, AgreementPurpose::both_sides, 2, inter_span}, !first);
    if (both != nullptr) both->release();
    return has_memory && theirs.context >= 0
               ? MPI_SUCCESS
               : call.template fail<MPI_ERR_NO_MEM>("no memory for %d ranks", own.size() + remote.size());
}

} // namespace internal

// MPI_Intercomm_create_from_groups. The leaders, which have both groups, broadcast the remote one to their
// own group over a communicator that exists for the time of the call. Cost: two broadcasts in each group.
template <class Program>
int intercomm_create_from_groups(Call<Program>& call, MPI_Group local_group, int local_leader,
                                 MPI_Group remote_group, int remote_leader, const char* string, MPI_Info info,
                                 MPI_Errhandler handler, MPI_Comm* handle) noexcept {
    *handle = MPI_COMM_NULL;
    if (!internal::valid_string_tag(call, string)) return call.error();
    if (local_group == MPI_GROUP_EMPTY) return MPI_SUCCESS;
    Group& own = *find_group(call, local_group);
    if (local_leader < 0 || local_leader >= own.size())
        return call.template fail<MPI_ERR_RANK>("local_leader = %d: expected a rank of local_group, 0 to %d",
                                                local_leader, own.size() - 1);
    MPI_Comm side = MPI_COMM_NULL;
    int error = internal::make_from_group(call, own, string, AgreementPurpose::one_side, handler, &side);
    if (error != MPI_SUCCESS) return error;
    internal::SideSummary theirs{};
    int* members = nullptr;
    if (call.view(side).rank() == local_leader)
        theirs.error =
            internal::meet_other_side(call, own, remote_group, remote_leader, string, theirs, &members);
    error = internal::make_across(call, side, local_leader, theirs, members, handle);
    if (error == MPI_SUCCESS && *handle != MPI_COMM_NULL) error = internal::keep_hints(call, *handle, info);
    const int freed = comm_free(call, &side);
    return error != MPI_SUCCESS ? error : freed;
}

} // namespace sartor::mpi
