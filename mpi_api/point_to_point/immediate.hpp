// MPI_Isend, MPI_Issend, MPI_Irsend, MPI_Irecv (MPI-5.0 section 3.7.2).
#pragma once

#include <new>

#include "mpi_api/point_to_point/messages/requests.hpp"
#include "mpi_api/point_to_point/send.hpp"

namespace sartor::mpi {

namespace internal {

// Puts a message into a request that is not started yet. In synchronous mode it is sent by rendezvous
// whatever its length. Sends with a receive in the same request cannot be cancelled.
template <class Mode, class Program>
void prepare_send(request_of<Program>& request, const Outgoing<Program>& message) noexcept {
    request.begin_sending();
    message.fill(request.sending);
    Mode::mark(request.sending);
    if constexpr (requires { request.sending.transit.revocable; })
        request.sending.transit.revocable = !request.receives;
}

// The same from the arguments of an MPI function; nothing to send for MPI_PROC_NULL.
template <class Mode, class Program>
void prepare_send(Call<Program>& call, request_of<Program>& request, const void* buffer, MPI_Count count,
                  MPI_Datatype type, int destination, int tag, MPI_Comm comm) noexcept {
    request.comm = comm;
    if (destination == MPI_PROC_NULL) return;
    prepare_send<Mode, Program>(request, outgoing(call, buffer, count, type, destination, tag, comm));
}

// Puts a receive from a rank or from MPI_ANY_SOURCE into a request that is not started yet.
template <class Program>
[[gnu::always_inline]] inline void prepare_receive_from(Call<Program>& call, request_of<Program>& request,
                                                        void* buffer, MPI_Count count, MPI_Datatype type,
                                                        int source, int tag, MPI_Comm comm) noexcept {
    request.comm = comm;
    request.receives = true;
    if constexpr (request_of<Program>::has_trivial_receive) { // made of registers, nothing is stored twice
        typename Interface<Program>::types::Envelope expected;
        int sender = -1;
        address(call, expected, sender, buffer, count, type, source, tag, comm);
        new (&request.receiving) receiving<Program>(expected, sender);
    } else {
        address(call, request.receiving, buffer, count, type, source, tag, comm);
    }
}
// The same, from MPI_PROC_NULL too.
template <class Program>
void prepare_receive(Call<Program>& call, request_of<Program>& request, void* buffer, MPI_Count count,
                     MPI_Datatype type, int source, int tag, MPI_Comm comm) noexcept {
    if (source != MPI_PROC_NULL)
        return prepare_receive_from(call, request, buffer, count, type, source, tag, comm);
    request.comm = comm;
    request.null_receive = true;
}

// The receive is posted before the message is sent, so that a message to the rank itself finds it.
template <class Program>
void start(Call<Program>& call, request_of<Program>& request) noexcept {
    if (request.receives) {
        call.state().communicator >> request.receiving;
        call.at(point::ReceiveHasStarted(), request);
    }
    if (request.sends) call.state().communicator << request.sending;
}

// The error is that of may_start().
template <class Program>
[[gnu::cold, gnu::noinline]] int drop_unstarted(request_of<Program>& request, MPI_Request* handle,
                                                int error) noexcept {
    auto call = this_call<Program>();
    end_request(call, request);
    *handle = MPI_REQUEST_NULL;
    return error;
}

// A message to or from MPI_PROC_NULL: a request that is complete.
template <class Program>
[[gnu::noinline]] int exchange_nothing(bool receives, MPI_Comm comm, MPI_Request* handle) noexcept {
    auto call = this_call<Program>(comm);
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->comm = comm;
    request->null_receive = receives;
    return MPI_SUCCESS;
}

// The send of this request is made of a message; false for a null request: MPI_ERR_NO_MEM was reported when
// it was made.
template <class Mode, class Program>
[[nodiscard, gnu::always_inline]] inline bool prepare_only_send(request_of<Program>* request,
                                                                const Outgoing<Program>& message,
                                                                MPI_Comm comm, MPI_Request* handle) noexcept {
    if (request == nullptr) return false;
    *handle = handle_of<Program>(*request);
    request->comm = comm;
    prepare_send<Mode, Program>(*request, message);
    if (!Interface<Program>::Rules::relies_on_buffering) request->mark_plain_send();
    return true;
}
// Sends with this request.
template <class Mode, class Program>
[[gnu::always_inline]] inline int send_with(Call<Program>& call, request_of<Program>* request,
                                            const Outgoing<Program>& message, MPI_Comm comm,
                                            MPI_Request* handle) noexcept {
    if (!prepare_only_send<Mode, Program>(request, message, comm, handle)) return call.error();
    if (!call.at(point::SendStarts(), *request))
        return drop_unstarted<Program>(*request, handle, call.error());
    Interface<Program>::Rules::start(call.state().communicator, request->sending, *message.destination);
    return MPI_SUCCESS;
}
// The same for rare cases, with a request that is made.
template <class Mode, class Program, class Message = Outgoing<Program>>
[[gnu::noinline]] int send_by_request(typename Message::Header::Passed header, typename Message::Storage data,
                                      typename Message::Check check, typename Message::Mode message_mode,
                                      process::Rank* destination, MPI_Comm comm,
                                      MPI_Request* handle) noexcept {
    auto call = this_call<Program>(comm);
    return send_with<Mode>(call, new_request(call), Message{{header, data, check}, destination, message_mode},
                           comm, handle);
}

// A send that send_directly() could not complete, or the first one that could, which makes the request that
// all such sends share (the handle is null then). Nothing looks at its buffer meanwhile.
template <class Program, class Message = Outgoing<Program>>
[[gnu::noinline]] int isend_indirectly(typename Message::Header::Passed header,
                                       typename Message::Storage data, typename Message::Check check,
                                       typename Message::Mode mode, process::Rank* destination, MPI_Comm comm,
                                       MPI_Request* handle) noexcept {
    if (self<Program>().communicator.send_at_once({header, data, check}, mode, *destination))
        return *handle != MPI_REQUEST_NULL ? MPI_SUCCESS : make_request_of_sent<Program>(comm, handle);
    auto call = this_call<Program>(comm);
    auto* const request = new_request(call);
    if (!prepare_only_send<AnyTime, Program>(request, {{header, data, check}, destination, mode}, comm,
                                             handle))
        return call.error();
    call.state().communicator.begin_in_place(request->sending, *destination);
    return MPI_SUCCESS;
}

// A message that can be copied at once shares one request with all others like it: no request is made, the
// data are in the channel when the call returns. Any other message gets a request.
struct SentAtOnce {
    template <class Program>
    [[gnu::always_inline]] static int start(Call<Program>& call, MPI_Comm comm, MPI_Request* handle,
                                            auto... of_message) noexcept {
        auto message = outgoing(call, of_message..., comm);
        const MPI_Request shared = call.state().shared_request;
        *handle = shared; // before the copy, which comes last
        if (shared != MPI_REQUEST_NULL && send_directly(call, message)) [[likely]]
            return MPI_SUCCESS;
        return message.pass_to(isend_indirectly<Program>, comm, handle);
    }
};
// Where a copy takes time, which passes while the request is under way.
struct SentByRequest {
    template <class Program>
    [[gnu::always_inline]] static int start(Call<Program>& call, MPI_Comm comm, MPI_Request* handle,
                                            auto... of_message) noexcept {
        auto message = outgoing(call, of_message..., comm);
        return message.pass_to(send_by_request<StandardMode<Program>, Program>, comm, handle);
    }
};
// Where mistakes are to show: a send that is watched has a request of its own, others are sent at once.
struct SentWithReceive {
    template <class Program>
    [[gnu::always_inline]] static int start(Call<Program>& call, MPI_Comm comm, MPI_Request* handle,
                                            auto... of_message) noexcept {
        auto message = outgoing_in_registers(call, of_message..., comm);
        if (!Interface<Program>::types::Communicator::is_timed && !process::reports_leftovers() &&
            !call.at(point::SendIsWatched())) {
            *handle = call.state().shared_request;
            if (*handle != MPI_REQUEST_NULL && send_directly(call, message)) [[likely]]
                return MPI_SUCCESS;
            return message.pass_to(isend_indirectly<Program>, comm, handle);
        }
        using Mode = StandardMode<Program>;
        if (auto* request = ready_request_of_message(call); request != nullptr) [[likely]]
            return send_with<Mode>(call, request, message, comm, handle);
        return message.pass_to(send_by_request<Mode, Program>, comm, handle);
    }
};
template <class Program>
using StandardIsend = std::conditional_t<
    !Interface<Program>::Rules::relies_on_buffering, SentWithReceive,
    std::conditional_t<Interface<Program>::types::Communicator::is_timed, SentByRequest, SentAtOnce>>;

// Posts a receive with this request; null: MPI_ERR_NO_MEM was reported when it was made.
template <class Program>
[[gnu::always_inline]] inline int
receive_by_request(Call<Program>& call, request_of<Program>* request, void* buffer, MPI_Count count,
                   MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    if (request == nullptr) return call.error();
    prepare_receive_from(call, *request, buffer, count, type, source, tag, comm);
    if constexpr (request_of<Program>::has_trivial_receive) request->mark_plain_receive();
    *handle = handle_of<Program>(*request);
    if (!call.at(point::ReceiveStarts(), *request))
        return drop_unstarted<Program>(*request, handle, call.error());
    call.state().communicator.begin(request->receiving);
    call.at(point::ReceiveHasStarted(), *request);
    return MPI_SUCCESS;
}
// The same when there is no request in memory that is ready: finished ones are freed or memory is taken.
template <class Program>
[[gnu::noinline]] int receive_by_new_request(void* buffer, MPI_Count count, MPI_Datatype type, int source,
                                             int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    auto call = this_call<Program>(comm);
    return receive_by_request(call, new_request(call), buffer, count, type, source, tag, comm, handle);
}

} // namespace internal

// MPI_Isend. The buffer must not change until the request is complete. MPI_ERR_NO_MEM leaves nothing sent.
template <class Program>
[[gnu::always_inline]] inline int isend(Call<Program>& call, const void* buffer, MPI_Count count,
                                        MPI_Datatype type, int destination, int tag, MPI_Comm comm,
                                        MPI_Request* handle) noexcept {
    if (destination == MPI_PROC_NULL) return internal::exchange_nothing<Program>(false, comm, handle);
    return internal::StandardIsend<Program>::start(call, comm, handle, buffer, count, type, destination, tag);
}

// MPI_Issend: the request is complete when a receive has matched. Costs a handshake for messages of any
// length.
template <class Program>
int issend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
           int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    if (destination == MPI_PROC_NULL) return internal::exchange_nothing<Program>(false, comm, handle);
    return outgoing(call, buffer, count, type, destination, tag, comm)
        .pass_to(internal::send_by_request<WithReceive, Program>, comm, handle);
}

// MPI_Irsend: as MPI_Isend. That the receive is posted already is not checked.
template <class Program>
int irsend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
           int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    return isend(call, buffer, count, type, destination, tag, comm, handle);
}

// MPI_Irecv. Costs a request, which is reused memory in the steady state, and a search of the unexpected
// queue; if nothing matches the receive is posted.
template <class Program>
[[gnu::always_inline]] inline int irecv(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type,
                                        int source, int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    if (source == MPI_PROC_NULL) return internal::exchange_nothing<Program>(true, comm, handle);
    auto* request = ready_request_of_message(call);
    if (request == nullptr) [[unlikely]]
        return internal::receive_by_new_request<Program>(buffer, count, type, source, tag, comm, handle);
    return internal::receive_by_request(call, request, buffer, count, type, source, tag, comm, handle);
}

} // namespace sartor::mpi
