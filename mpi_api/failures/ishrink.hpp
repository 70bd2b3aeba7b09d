// MPI_Comm_ishrink.
#pragma once

#include "mpi_api/failures/shrink.hpp"
#include "mpi_api/tasks/collectives.hpp"

namespace sartor::mpi {

namespace internal {

// What the members have agreed on, in a communicator whose handle the program has already.
template <class Program>
int complete_shrunk(Call<Program>& call, MPI_Comm comm, int number, MPI_Comm made) noexcept {
    const Members members(call, comm);
    process::failures::Decision decision;
    const int error = agree_on(call, comm, members, number, ~0, span_of(call, comm), decision);
    if (error != MPI_SUCCESS) return error;
    auto& communicators = call.state().communicators;
    const CommunicatorObject& parent = *communicators.find(comm);
    Group* const own = survivors_of(*parent.group, decision.failures);
    if (own == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory for a communicator");
    CommunicatorObject& object = *communicators.find(made);
    object.group->release();
    object.group = own;
    object.rank = own->find(process::current->number);
    object.context = decision.first_context;
    return by_groups(
        call, comm, [] { return MPI_SUCCESS; },
        [&](auto& inter) {
            Group* const other = survivors_of(inter.view(comm).peer_group(), decision.failures);
            return add_other_side(inter, object, other);
        });
}

} // namespace internal

// MPI_Comm_shrink on a flow of its own. The communicator can be used when the request is complete; its handle
// is there before, as Fortran needs it.
template <class Program>
int comm_ishrink(Call<Program>& call, MPI_Comm comm, MPI_Comm* handle, MPI_Request* request) noexcept {
    const int number = internal::number_of_agreement(call, comm);
    const CommunicatorObject& parent = *call.state().communicators.find(comm);
    Group* const alone = Group::make_regular(1, process::current->number, 1);
    if (internal::new_communicator(call, parent, alone, reserve_own_contexts<Program>(2), handle) == nullptr)
        return call.error();
    return launch(
        call, [=, made = *handle](auto& task) { return internal::complete_shrunk(task, comm, number, made); },
        comm, request, Started::by_call);
}

} // namespace sartor::mpi
