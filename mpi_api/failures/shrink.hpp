// MPI_Comm_shrink.
#pragma once

#include "mpi_api/communicator/groups.hpp"
#include "mpi_api/failures/agreement/agreement.hpp"

namespace sartor::mpi {

namespace internal {

// The members of a group that are none of the first `failures` to fail, in their order. Null: no memory.
[[nodiscard]] inline Group* survivors_of(const Group& group, int failures) noexcept {
    Array<int> members(group.size());
    if (!members.valid()) return nullptr;
    int count = 0;
    append_members(group, members, count, [&](int member) {
        const int failure = process::failures::failure_of(member);
        return failure == 0 || failure > failures;
    });
    return Group::make_listed(members.data(), count);
}

template <class Program>
int shrink_to(Call<Program>& call, MPI_Comm comm, int number, MPI_Comm* handle) noexcept {
    const Members members(call, comm);
    process::failures::Decision decision;
    const int error = agree_on(call, comm, members, number, ~0, span_of(call, comm), decision);
    if (error != MPI_SUCCESS) return error;
    const CommunicatorObject& parent = *call.state().communicators.find(comm);
    Group* const own = survivors_of(*parent.group, decision.failures);
    return by_groups(
        call, comm,
        [&] {
            return new_communicator(call, parent, own, decision.first_context, handle) != nullptr
                       ? MPI_SUCCESS
                       : call.error();
        },
        [&](auto& inter) {
            Group* const other = survivors_of(inter.view(comm).peer_group(), decision.failures);
            return new_intercommunicator(inter, parent, own, other, decision.first_context, handle);
        });
}

} // namespace internal

// A communicator of all members that are alive, in their order; all of them get the same one, whoever fails
// meanwhile. Attributes and names are not inherited.
template <class Program>
int comm_shrink(Call<Program>& call, MPI_Comm comm, MPI_Comm* handle) noexcept {
    return internal::shrink_to(call, comm, internal::number_of_agreement(call, comm), handle);
}

} // namespace sartor::mpi
