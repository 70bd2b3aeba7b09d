// Which members of a communicator have failed, and that the program knows it: MPI_Comm_get_failed,
// MPI_Comm_ack_failed, and in the older names MPIX_Comm_failure_ack and MPIX_Comm_failure_get_acked.
#pragma once

#include "mpi_api/communicator/groups.hpp"
#include "mpi_api/failures/agreement/members.hpp"

namespace sartor::mpi {

namespace internal {

// The members among the first `known` failures, in the order in which they failed. MPI_ERR_NO_MEM.
template <class Program>
int group_of_failed(Call<Program>& call, MPI_Comm comm, int known, MPI_Group* handle) noexcept {
    const Members members(call, comm);
    Array<int> failed(known);
    if (!members.valid() || !failed.valid())
        return call.template fail<MPI_ERR_NO_MEM>("no memory for a group of %d", known);
    int count = 0;
    for_each_failed(members, known, [&](int, int rank) { failed[count++] = rank; });
    return new_group(call, Group::make_listed(failed.data(), count), handle);
}

} // namespace internal

// Those that are known so far: a later group begins with the members of an earlier one.
template <class Program>
int comm_get_failed(Call<Program>& call, MPI_Comm comm, MPI_Group* handle) noexcept {
    internal::look_around(call);
    return internal::group_of_failed(call, comm, process::failures::count(), handle);
}

// The first `wanted` of that group are acknowledged, and those before stay so: receives from any rank and
// agreements don't raise errors for them. *acknowledged: how many are.
template <class Program>
int comm_ack_failed(Call<Program>& call, MPI_Comm comm, int wanted, int* acknowledged) noexcept {
    FailuresInCommunicator* const failures = internal::failures_in(call, comm);
    const internal::Members members(call, comm);
    if (failures == nullptr) return call.error();
    if (!members.valid()) return call.template fail<MPI_ERR_NO_MEM>("no memory for a group");
    if (wanted < 0)
        return call.template fail<MPI_ERR_ARG>("num_to_ack = %d: expected no negative number", wanted);
    internal::look_around(call);
    int count = 0;
    internal::for_each_failed(members, process::failures::count(), [&](int failure, int) {
        if (count >= wanted && failure > failures->acknowledged) return;
        ++count;
        if (failure > failures->acknowledged) failures->acknowledged = failure;
    });
    call.at(point::FailuresAreAcknowledged(), comm);
    *acknowledged = count;
    return MPI_SUCCESS;
}

// All that are known are acknowledged.
template <class Program>
int comm_failure_ack(Call<Program>& call, MPI_Comm comm) noexcept {
    FailuresInCommunicator* const failures = internal::failures_in(call, comm);
    if (failures == nullptr) return call.error();
    internal::look_around(call);
    failures->acknowledged = process::failures::count();
    call.at(point::FailuresAreAcknowledged(), comm);
    return MPI_SUCCESS;
}

template <class Program>
int comm_failure_get_acked(Call<Program>& call, MPI_Comm comm, MPI_Group* handle) noexcept {
    return internal::group_of_failed(
        call, comm, call.state().failures.acknowledged_in(call.view(comm).context()), handle);
}

} // namespace sartor::mpi
