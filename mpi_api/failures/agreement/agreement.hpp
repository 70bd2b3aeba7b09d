// Agreement of all members of a communicator that are alive, whoever fails meanwhile, also when it is
// revoked.
#pragma once

#include "mpi_api/communicator/making/contexts.hpp"
#include "mpi_api/failures/agreement/members.hpp"
#include "runtime/failures/agreement.hpp"

namespace sartor::mpi::internal {

// The n-th call of each member belongs to the n-th agreement. The number is taken when the call begins.
template <class Program>
[[nodiscard]] int number_of_agreement(Call<Program>& call, MPI_Comm comm) noexcept {
    FailuresInCommunicator* const failures = failures_in(call, comm);
    return failures == nullptr ? -1 : failures->agreements++;
}

// Waits until it is decided. `contexts`: how many new ones are needed. MPI_ERR_NO_MEM.
template <class Program>
int agree_on(Call<Program>& call, MPI_Comm comm, const Members& members, int number, int value, int contexts,
             process::failures::Decision& decision) noexcept {
    using process::failures::Agreement;
    auto& state = call.state();
    const int context = call.view(comm).context();
    const int own = members.valid() ? members.find(process::current->number) : not_in_group;
    Agreement* const agreement =
        !members.valid() || number < 0
            ? nullptr
            : Agreement::join(context, number, members.data(), members.size(), own,
                              {members.side(), value, state.failures.acknowledged_in(context)});
    if (agreement == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory for an agreement");
    state.failures.awaited = agreement;
    state.communicator.wait_until(
        [&] { return agreement->decide(contexts, &reserve_own_contexts<Program>); });
    state.failures.awaited = nullptr;
    decision = agreement->decision();
    state.failures.learned = decision.failures;
    agreement->leave(own);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi::internal
