// MPI_Isend, MPI_Issend, MPI_Irsend, MPI_Irecv (MPI-5.0 section 3.7.2).
#pragma once

#include "mpi_api/point_to_point/requests.hpp"
#include "mpi_api/point_to_point/send.hpp"

namespace sartor::mpi {

namespace internal {

// What the arguments say, in a request that is not started yet.
template <Mode mode, class Program>
void prepare_send(Call<Program>& call, request_of<Program>& request, const void* buffer, MPI_Count count,
                  MPI_Datatype type, int destination, int tag, MPI_Comm comm) noexcept {
    request.comm = comm;
    if (destination == MPI_PROC_NULL) return;
    request.begin_sending();
    address(call, request.sending, buffer, count, type, destination, tag, comm);
    if constexpr (mode == Mode::synchronous) request.sending.mode.rendezvous = true;
    if constexpr (requires { request.sending.transit.revocable; })
        request.sending.transit.revocable = !request.receives;
}

template <class Program>
void prepare_receive(Call<Program>& call, request_of<Program>& request, void* buffer, MPI_Count count,
                     MPI_Datatype type, int source, int tag, MPI_Comm comm) noexcept {
    request.comm = comm;
    if (source == MPI_PROC_NULL) {
        request.null_receive = true;
        return;
    }
    request.receives = true;
    address(call, request.receiving, buffer, count, type, source, tag, comm);
}

template <class Program>
[[gnu::noinline]] int receive_from_nobody(Call<Program>& call, MPI_Comm comm, MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->comm = comm;
    request->null_receive = true;
    return MPI_SUCCESS;
}

// The receive first: a send to oneself then finds it.
template <class Program>
void start(Call<Program>& call, request_of<Program>& request) noexcept {
    if (request.receives) call.state().communicator >> request.receiving;
    if (request.sends) call.state().communicator << request.sending;
}

// A send with a request of its own.
template <Mode mode, class Program>
[[gnu::noinline]] int send_by_request(Call<Program>& call, const void* buffer, MPI_Count count,
                                      MPI_Datatype type, int destination, int tag, MPI_Comm comm,
                                      MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    prepare_send<mode>(call, *request, buffer, count, type, destination, tag, comm);
    start(call, *request);
    return MPI_SUCCESS;
}

// Such a request is worth its price where mistakes are looked for.
template <class Program>
[[nodiscard]] bool looks_for_mistakes() noexcept {
    return has<typename Program::features, feature::checked> || process::reports_leftovers();
}

} // namespace internal

template <class Program>
int isend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
          int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    if (destination != MPI_PROC_NULL && !internal::looks_for_mistakes<Program>() &&
        send_at_once(call, buffer, count, type, destination, tag, comm)) {
        *handle = shared_request(call);
        return call.error();
    }
    return internal::send_by_request<internal::Mode::standard>(call, buffer, count, type, destination, tag,
                                                               comm, handle);
}

template <class Program>
int issend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
           int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    return internal::send_by_request<internal::Mode::synchronous>(call, buffer, count, type, destination, tag,
                                                                  comm, handle);
}

template <class Program>
int irsend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
           int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    return isend(call, buffer, count, type, destination, tag, comm, handle);
}

template <class Program>
int irecv(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
          MPI_Comm comm, MPI_Request* handle) noexcept {
    if (source == MPI_PROC_NULL) return internal::receive_from_nobody(call, comm, handle);
    auto* request = new_request(call);
    if (request == nullptr) return call.error();
    request->comm = comm;
    request->receives = true;
    address(call, request->receiving, buffer, count, type, source, tag, comm);
    *handle = handle_of<Program>(*request);
    call.state().communicator >> request->receiving;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
