// MPI_Cancel (MPI-5.0 section 3.8.4).
#pragma once

#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi {

namespace request_kinds {

int Message::cancel(auto& call, auto& request) noexcept {
    const bool alone = request.receives != request.sends;
    if (!alone || !request.is_active()) return MPI_SUCCESS;
    auto& communicator = call.state().communicator;
    if (!request.is_complete())
        request.cancelled = request.sends ? communicator.take_back(request.sending)
                                          : communicator.withdraw(request.receiving);
    call.at(point::MessageIsCancelled(), request);
    if (request.waiting_thread.others_cancel && request.cancelled && request.receives)
        request.receiving.complete = true; // another thread may wait for it
    return MPI_SUCCESS;
}

int Task::cancel(auto& call, auto&) noexcept {
    return call.template fail<MPI_ERR_REQUEST>(
        "request: a collective, or a message in partitions, can't be cancelled");
}

int Generalized::cancel(auto&, auto& request) noexcept {
    if (request.general.cancel == nullptr) return MPI_SUCCESS;
    const process::CallKept kept;
    return request.general.cancel(request.general.extra_state, request.general.complete ? 1 : 0);
}

} // namespace request_kinds

// MPI_Cancel. Succeeds in cancelling: a receive that has matched no message, and a send that waits for its
// receive (in synchronous mode, or with a message too long to be copied). Has no effect: a send whose message
// was copied, since it is complete, as the standard allows; one that a receive or a matched probe has met;
// both halves of MPI_Isendrecv. The request must be completed in either case.
//
// MPI_ERR_REQUEST for null and inactive requests, collectives and partitioned messages. Generalized requests:
// the error of the program's cancel function.
template <class Program>
int cancel(Call<Program>& call, MPI_Request* handle) noexcept {
    auto* request = find_request(call, *handle);
    if (request == nullptr)
        return call.template fail<MPI_ERR_REQUEST>("request = MPI_REQUEST_NULL: expected a request");
    call.raise_errors_on(request->comm);
    if (request->persists() && !request->is_active())
        return call.template fail<MPI_ERR_REQUEST>("request: not active: call MPI_Start first");
    return by_kind(*request, [&](auto kind) { return kind.cancel(call, *request); });
}

} // namespace sartor::mpi
