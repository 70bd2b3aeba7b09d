// Process sets and the groups made of them: MPI_Session_get_num_psets, get_nth_pset, get_pset_info,
// MPI_Group_from_session_pset (MPI-5.0 sections 7.3.2 and 11.3).
#pragma once

#include <cstdio>
#include <cstring>

#include "mpi_api/communicator/groups.hpp"
#include "mpi_api/communicator/making/process_sets.hpp"
#include "mpi_api/info/info.hpp"

namespace sartor::mpi {

namespace internal {

// Null after reporting MPI_ERR_ARG.
template <class Program>
const ProcessSet* find_process_set(Call<Program>& call, const char* name) noexcept {
    if (!call.result("pset_name", name)) return nullptr;
    const ProcessSet* const set = process_set(name);
    if (set != nullptr) return set;
    call.template fail<MPI_ERR_ARG>("pset_name = \"%s\": the process sets are mpi://WORLD and mpi://SELF",
                                    name);
    return nullptr;
}

} // namespace internal

template <class Program>
int session_get_num_psets(Call<Program>&, MPI_Session, MPI_Info, int* count) noexcept {
    *count = internal::process_set_count;
    return MPI_SUCCESS;
}

// `length` counts the terminating null, as given and as returned; with 0 nothing is written.
template <class Program>
int session_get_nth_pset(Call<Program>& call, MPI_Session, MPI_Info, int number, int* length,
                         char* name) noexcept {
    if (number < 0 || number >= internal::process_set_count)
        return call.template fail<MPI_ERR_ARG>("n = %d: expected 0 to %d", number,
                                               internal::process_set_count - 1);
    if (!call.result("pset_len", length)) return call.error();
    if (*length < 0)
        return call.template fail<MPI_ERR_ARG>("pset_len = %d: expected no negative length", *length);
    const char* text = internal::process_sets[number].name;
    if (*length > 0) {
        if (!call.result("pset_name", name)) return call.error();
        std::snprintf(name, static_cast<unsigned>(*length), "%s", text);
    }
    *length = static_cast<int>(std::strlen(text)) + 1;
    return MPI_SUCCESS;
}

// A new info object with the key mpi_size, which the program frees.
template <class Program>
int session_get_pset_info(Call<Program>& call, MPI_Session, const char* name, MPI_Info* handle) noexcept {
    const internal::ProcessSet* set = internal::find_process_set(call, name);
    if (set == nullptr) return call.error();
    InfoObject* info = internal::new_info(call, handle);
    if (info == nullptr) return call.error();
    char size[16];
    std::snprintf(size, sizeof size, "%d", internal::members_of(*set, call.state().family.world()).size);
    return info->set("mpi_size", size) ? MPI_SUCCESS
                                       : call.template fail<MPI_ERR_NO_MEM>("no memory for an info object");
}

// MPI_GROUP_NULL with MPI_ERR_ARG for a set that does not exist. O(1) memory.
template <class Program>
int group_from_session_pset(Call<Program>& call, MPI_Session, const char* name, MPI_Group* handle) noexcept {
    *handle = MPI_GROUP_NULL;
    const internal::ProcessSet* set = internal::find_process_set(call, name);
    if (set == nullptr) return call.error();
    const process::World members = internal::members_of(*set, call.state().family.world());
    return internal::new_group(call, Group::make_regular(members.size, members.first, 1), handle);
}

} // namespace sartor::mpi
