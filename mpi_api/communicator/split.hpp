// MPI_Comm_split, MPI_Comm_split_type (MPI-5.0 section 7.4.2).
#pragma once

#include <algorithm>
#include <cstring>

#include "mpi_api/communicator/making/contexts.hpp"
#include "mpi_api/communicator/making/inter_split.hpp"
#include "mpi_api/communicator/making/membership.hpp"
#include "mpi_api/communicator/making/process_sets.hpp"
#include "mpi_api/communicator/making/sharing.hpp"
#include "mpi_api/communicator/management.hpp"

namespace sartor::mpi {

namespace internal {

// Each rank learns all colors and keys: a gather and a broadcast of 12 bytes for each rank, and O(ranks)
// memory for the time of the call. The context of each color is that of its lowest rank.
template <class Program>
int split_within(Call<Program>& call, MPI_Comm comm, int color, int key, MPI_Comm* handle) noexcept {
    CommunicatorObject& parent = *call.state().communicators.find(comm);
    const int size = parent.group->size();
    Array<Membership> all(size);
    Array<int> members(size);
    if (!all.valid() || !members.valid())
        return call.template fail<MPI_ERR_NO_MEM>("no memory for %d colors", size);
    const int error = share(call, Membership{color, key, parent.rank}, all, comm);
    if (error != MPI_SUCCESS) return error;
    const int context = reserve_contexts<Program>(call.state().communicators.next_child(parent, size));
    *handle = MPI_COMM_NULL;
    if (color == MPI_UNDEFINED) return MPI_SUCCESS;
    const int count = choose_members(all.data(), size, color);
    int leader = size;
    for (int rank = 0; rank < count; ++rank) {
        members[rank] = parent.group->member(all[rank].rank);
        leader = std::min(leader, all[rank].rank);
    }
    Group* group = Group::make_listed(members.data(), count);
    return new_communicator(call, parent, group, context < 0 ? -1 : context + 2 * leader, handle) != nullptr
               ? MPI_SUCCESS
               : call.error();
}

template <class Program>
int split(Call<Program>& call, MPI_Comm comm, int color, int key, MPI_Comm* handle) noexcept {
    return by_groups(
        call, comm, [&] { return split_within(call, comm, color, key, handle); },
        [&](auto& inter) { return split_intercommunicator(inter, comm, color, key, handle); });
}

} // namespace internal

// MPI_Comm_split: ranks with the same color, in the order of their keys, ties by rank. MPI_UNDEFINED gives
// MPI_COMM_NULL; another negative color is MPI_ERR_ARG.
template <class Program>
int comm_split(Call<Program>& call, MPI_Comm comm, int color, int key, MPI_Comm* handle) noexcept {
    if (color < 0 && color != MPI_UNDEFINED)
        return call.template fail<MPI_ERR_ARG>("color = %d: expected no negative color, or MPI_UNDEFINED",
                                               color);
    if (!internal::agree_to_make(call, comm)) return call.error();
    return internal::split(call, comm, color, key, handle);
}

namespace internal {

// What the members of one new communicator have in common, as a color: memory, or a process set of MPI's own.
// MPI_UNDEFINED for resources that are not distinguished, and without one key that names a resource.
template <class Program>
int color_of_resource(Call<Program>& call, int type, MPI_Info info) noexcept {
    using Transport = typename Interface<Program>::types::Transport;
    if (type == MPI_COMM_TYPE_SHARED) return Transport::memory_of(*process::current);
    const bool by_set = type == MPI_COMM_TYPE_RESOURCE_GUIDED;
    if (!by_set && type != MPI_COMM_TYPE_HW_GUIDED) return MPI_UNDEFINED;
    const char* const hardware = call.state().infos.hint(info, "mpi_hw_resource_type");
    const char* const set = by_set ? call.state().infos.hint(info, "mpi_pset_name") : nullptr;
    if ((hardware == nullptr) == (set == nullptr)) return MPI_UNDEFINED;
    if (hardware != nullptr)
        return std::strcmp(hardware, "mpi_shared_memory") == 0 ? Transport::memory_of(*process::current)
                                                               : MPI_UNDEFINED;
    const ProcessSet* const known = process_set(set);
    return known == nullptr ? MPI_UNDEFINED : members_of(*known, call.state().family.world()).first;
}

} // namespace internal

// MPI_Comm_split_type: MPI_COMM_TYPE_SHARED makes communicators of ranks that share memory, all on the host,
// those of a cluster on a chip; so do the types that are guided by info, for mpi_shared_memory. Hardware
// levels below are not distinguished: they give MPI_COMM_NULL, as to a rank that belongs to none. MPI_ERR_ARG
// for an unknown type.
template <class Program>
int comm_split_type(Call<Program>& call, MPI_Comm comm, int type, int key, MPI_Info info,
                    MPI_Comm* handle) noexcept {
    const bool known = type == MPI_COMM_TYPE_SHARED || type == MPI_COMM_TYPE_HW_GUIDED ||
                       type == MPI_COMM_TYPE_HW_UNGUIDED || type == MPI_COMM_TYPE_RESOURCE_GUIDED ||
                       type == MPI_UNDEFINED;
    if (!known) return call.template fail<MPI_ERR_ARG>("split_type = %d: not a type of split", type);
    if (!internal::agree_to_make(call, comm)) return call.error();
    return internal::split(call, comm, internal::color_of_resource(call, type, info), key, handle);
}

} // namespace sartor::mpi
