// Persistent requests: MPI_Send_init, Ssend_init, Rsend_init, Recv_init, Start, Startall (MPI-5.0
// section 3.9).
#pragma once

#include "mpi_api/point_to_point/buffered_requests.hpp"
#include "mpi_api/point_to_point/immediate.hpp"
#include "mpi_api/tasks/tasks.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
request_of<Program>* new_persistent(Call<Program>& call, MPI_Request* handle) noexcept {
    auto* request = new_request(call, handle);
    if (request == nullptr) return nullptr;
    request->active = false;
    request->persistent = true;
    return request;
}

template <class Mode, class Program>
int send_init(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
              int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    auto* request = new_persistent(call, handle);
    if (request == nullptr) return call.error();
    prepare_send<Mode>(call, *request, buffer, count, type, destination, tag, comm);
    return MPI_SUCCESS;
}

// Starts a request of any kind. MPI_ERR_REQUEST unless it is persistent and inactive.
template <class Program>
int start_persistent(Call<Program>& call, request_of<Program>* request) noexcept {
    if (request != nullptr) call.raise_errors_on(request->comm);
    if (request == nullptr || !request->persists())
        return call.template fail<MPI_ERR_REQUEST>("not a persistent request");
    if (request->active)
        return call.template fail<MPI_ERR_REQUEST>("the request is active: it was started before");
    request->active = true;
    request->tests.starts();
    return by_kind(*request, [&](auto kind) { return kind.start(call, *request); });
}

} // namespace internal

namespace request_kinds {

// A receive gets back the header that was expected when it was made: the last message's header is in its
// place.
int Message::start(auto& call, auto& request) noexcept {
    using Program = typename std::remove_reference_t<decltype(call)>::Program;
    request.cancelled = false;
    if (request.sends) request.sending.complete.store(false, std::memory_order_relaxed);
    request.receiving.complete = false;
    request.receiving.envelope.header = request.persistence.expected;
    if constexpr (Interface<Program>::has_buffering)
        if (request.persistence.buffered) return mpi::internal::start_buffered(call, request);
    if (!call.at(point::MessageStarts(), request)) {
        request.active = false;
        return call.error();
    }
    mpi::internal::start<Program>(call, request);
    return MPI_SUCCESS;
}

// After an error the request is inactive, as before.
int Task::start(auto& call, auto& request) noexcept {
    request.task->seen_complete = false;
    int error = mpi::internal::start_collective(call, request);
    if (error == MPI_SUCCESS && request.is_complete()) error = request.task->error;
    if (error == MPI_SUCCESS || !call.at(point::BegunHasFailed(), error)) return MPI_SUCCESS;
    request.active = false;
    return error;
}

} // namespace request_kinds

// MPI_Send_init: an inactive request with its message ready, so that a start does not check arguments again.
template <class Program>
int send_init(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
              int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    return internal::send_init<internal::StandardMode<Program>>(call, buffer, count, type, destination, tag,
                                                                comm, handle);
}

// MPI_Ssend_init: each start sends in synchronous mode.
template <class Program>
int ssend_init(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
               int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    return internal::send_init<WithReceive>(call, buffer, count, type, destination, tag, comm, handle);
}

// MPI_Rsend_init: as MPI_Send_init.
template <class Program>
int rsend_init(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
               int tag, MPI_Comm comm, MPI_Request* handle) noexcept {
    return send_init(call, buffer, count, type, destination, tag, comm, handle);
}

// MPI_Recv_init: an inactive request.
template <class Program>
int recv_init(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
              MPI_Comm comm, MPI_Request* handle) noexcept {
    auto* request = internal::new_persistent(call, handle);
    if (request == nullptr) return call.error();
    internal::prepare_receive(call, *request, buffer, count, type, source, tag, comm);
    request->persistence.expected = request->receiving.envelope.header;
    return MPI_SUCCESS;
}

template <class Program>
int start(Call<Program>& call, MPI_Request* handle) noexcept {
    return internal::start_persistent(call, find_request(call, *handle));
}

// MPI_Startall: in the order of the array; stops at the first error, the requests before it are started.
template <class Program>
int startall(Call<Program>& call, int count, MPI_Request* handles) noexcept {
    for (int index = 0; index < count; ++index)
        if (const int error = start(call, &handles[index]); error != MPI_SUCCESS) return error;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
