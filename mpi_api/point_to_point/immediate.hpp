// MPI_Isend, MPI_Issend, MPI_Irsend, MPI_Irecv (MPI-5.0 section 3.7.2).
#pragma once

#include "mpi_api/point_to_point/messages/requests.hpp"
#include "mpi_api/point_to_point/send.hpp"

namespace sartor::mpi {

namespace internal {

template <Mode mode, class Program>
void prepare_send(request_of<Program>& request, const Outgoing<Program>& message) noexcept {
    request.begin_sending();
    message.fill(request.sending);
    if constexpr (mode == Mode::synchronous) request.sending.mode.rendezvous = true;
    if constexpr (requires { request.sending.transit.revocable; })
        request.sending.transit.revocable = !request.receives;
}

// The arguments, in a request that is not started yet.
template <Mode mode, class Program>
void prepare_send(Call<Program>& call, request_of<Program>& request, const void* buffer, MPI_Count count,
                  MPI_Datatype type, int destination, int tag, MPI_Comm comm) noexcept {
    request.comm = comm;
    if (destination == MPI_PROC_NULL) return;
    prepare_send<mode, Program>(request, outgoing(call, buffer, count, type, destination, tag, comm));
}

// From a rank, or any.
template <class Program>
[[gnu::always_inline]] inline void prepare_receive_from(Call<Program>& call, request_of<Program>& request,
                                                        void* buffer, MPI_Count count, MPI_Datatype type,
                                                        int source, int tag, MPI_Comm comm) noexcept {
    request.comm = comm;
    request.receives = true;
    address(call, request.receiving, buffer, count, type, source, tag, comm);
}
template <class Program>
void prepare_receive(Call<Program>& call, request_of<Program>& request, void* buffer, MPI_Count count,
                     MPI_Datatype type, int source, int tag, MPI_Comm comm) noexcept {
    if (source != MPI_PROC_NULL)
        return prepare_receive_from(call, request, buffer, count, type, source, tag, comm);
    request.comm = comm;
    request.null_receive = true;
}

// The receive first: a send to oneself then finds it.
template <class Program>
void start(Call<Program>& call, request_of<Program>& request) noexcept {
    if (request.receives) call.state().communicator >> request.receiving;
    if (request.sends) call.state().communicator << request.sending;
}

// A message to or from MPI_PROC_NULL.
template <class Program>
[[gnu::noinline]] int exchange_nothing(bool receives, MPI_Comm comm, MPI_Request* handle) noexcept {
    auto call = this_call<Program>(comm);
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->comm = comm;
    request->null_receive = receives;
    return MPI_SUCCESS;
}

// A send with a request of its own. `tried`: it was found not to be over at once.
template <Mode mode, class Program, bool tried = false, class Message = Outgoing<Program>>
[[gnu::noinline]] int send_by_request(typename Message::Header::Passed header, typename Message::Storage data,
                                      typename Message::Check check, typename Message::Mode message_mode,
                                      process::Rank* destination, MPI_Comm comm,
                                      MPI_Request* handle) noexcept {
    auto call = this_call<Program>(comm);
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->comm = comm;
    prepare_send<mode, Program>(*request, Message{{header, data, check}, destination, message_mode});
    if constexpr (tried)
        call.state().communicator.begin(request->sending);
    else
        call.state().communicator << request->sending;
    return MPI_SUCCESS;
}

// A send that send_directly() did not do, or without a shared request: the handle is null then.
template <class Program, class Message = Outgoing<Program>>
[[gnu::noinline]] int isend_indirectly(typename Message::Header::Passed header,
                                       typename Message::Storage data, typename Message::Check check,
                                       typename Message::Mode mode, process::Rank* destination, MPI_Comm comm,
                                       MPI_Request* handle) noexcept {
    if (!self<Program>().communicator.send_at_once({header, data, check}, mode, *destination))
        return send_by_request<Mode::standard, Program, true>(header, data, check, mode, destination, comm,
                                                              handle);
    return *handle != MPI_REQUEST_NULL ? MPI_SUCCESS : make_request_of_sent<Program>(comm, handle);
}

template <class Program>
[[gnu::always_inline]] inline int
receive_by_request(Call<Program>& call, request_of<Program>* request, void* buffer, MPI_Count count,
                   MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    if (request == nullptr) return call.error();
    prepare_receive_from(call, *request, buffer, count, type, source, tag, comm);
    *handle = handle_of<Program>(*request);
    call.state().communicator.begin(request->receiving);
    return MPI_SUCCESS;
}
// The same with whatever it takes to get a request.
template <class Program>
[[gnu::noinline]] int receive_by_new_request(void* buffer, MPI_Count count, MPI_Datatype type, int source,
                                             int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    auto call = this_call<Program>(comm);
    return receive_by_request(call, new_request(call), buffer, count, type, source, tag, comm, handle);
}

} // namespace internal

template <class Program>
[[gnu::always_inline]] inline int isend(Call<Program>& call, const void* buffer, MPI_Count count,
                                        MPI_Datatype type, int destination, int tag, MPI_Comm comm,
                                        MPI_Request* handle) noexcept {
    if (destination == MPI_PROC_NULL) return internal::exchange_nothing<Program>(false, comm, handle);
    auto message = outgoing(call, buffer, count, type, destination, tag, comm);
    // Mistakes need a request of their own, and so does what takes time.
    if constexpr (has<typename Program::features, feature::checked> ||
                  Interface<Program>::types::Communicator::is_timed)
        return message.pass_to(internal::send_by_request<internal::Mode::standard, Program>, comm, handle);
    const MPI_Request shared = call.state().shared_request;
    *handle = shared; // before the copy, which comes last
    if (shared != MPI_REQUEST_NULL && send_directly(call, message)) [[likely]]
        return MPI_SUCCESS;
    return message.pass_to(internal::isend_indirectly<Program>, comm, handle);
}

template <class Program>
int issend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
           int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    if (destination == MPI_PROC_NULL) return internal::exchange_nothing<Program>(false, comm, handle);
    return outgoing(call, buffer, count, type, destination, tag, comm)
        .pass_to(internal::send_by_request<internal::Mode::synchronous, Program>, comm, handle);
}

template <class Program>
int irsend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
           int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    return isend(call, buffer, count, type, destination, tag, comm, handle);
}

template <class Program>
[[gnu::always_inline]] inline int irecv(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type,
                                        int source, int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    if (source == MPI_PROC_NULL) return internal::exchange_nothing<Program>(true, comm, handle);
    auto* request = ready_request(call);
    if (request == nullptr) [[unlikely]]
        return internal::receive_by_new_request<Program>(buffer, count, type, source, tag, comm, handle);
    return internal::receive_by_request(call, request, buffer, count, type, source, tag, comm, handle);
}

} // namespace sartor::mpi
