// Making, completing and ending requests.
#pragma once

#include <cstdlib>

#include "mpi_api/point_to_point/messages/messages.hpp"
#include "runtime/rank/call_kept.hpp"

namespace sartor::mpi {

// Null for MPI_REQUEST_NULL and for handles that are none. Cost: O(1), see HandlePool::find.
template <class Program>
request_of<Program>* find_request(Call<Program>& call, MPI_Request handle) noexcept {
    return call.state().requests.find(call.bits_of(handle));
}

// Frees a request with all that belongs to it: the copy of a send's data, a task's memory, the program's
// state by its free function. The request that finished sends share is kept. Returns the free function's
// error (MPI-5.0 section 13.2).
template <class Program>
int end_request(Call<Program>& call, request_of<Program>& request) noexcept {
    if (request.shared) return MPI_SUCCESS;
    call.at(point::RequestIsFreed(), request);
    if (request.sends) std::free(request.buffer);
    const int error = by_kind(request, [&](auto kind) { return kind.end(call, request); });
    call.state().requests.free(request);
    return error;
}

// Ends the requests that were freed by MPI_Request_free before they were complete and that are complete now.
// Called before more memory is taken for requests. Cost: O(requests).
template <class Program>
[[gnu::noinline]] void end_released_requests() noexcept {
    auto call = this_call<Program>();
    int& released = call.state().released_requests;
    call.state().communicator.progress();
    call.state().requests.for_each([&](request_of<Program>& request) {
        if (!request.released || request.is_in_use()) return;
        end_request(call, request);
        --released;
    });
}

// Waits until a request of any kind is complete. Does not end it.
template <class Program>
void wait_for(Call<Program>& call, request_of<Program>& request) noexcept {
    if (request.cancelled) return;
    by_kind(request, [&](auto kind) { kind.wait(call, request); });
}

// In MPI_Finalize: operations whose requests were freed must still complete (MPI-5.0 section 3.7.3).
template <class Program>
void wait_for_released_requests(Call<Program>& call) noexcept {
    if (call.state().released_requests == 0) return;
    call.state().requests.for_each([&](request_of<Program>& request) {
        if (request.released && !request.cancelled)
            by_kind(request, [&](auto kind) { kind.wait_at_end(call, request); });
    });
    end_released_requests<Program>();
}

// A request in memory that was used before, in a few instructions; null when there is none, where
// new_request() takes memory.
template <class Program>
[[nodiscard, gnu::always_inline]] inline request_of<Program>* ready_request(Call<Program>& call) noexcept {
    return call.state().requests.make_again(call.site());
}

// The same for one whose send or receive is made next.
template <class Program>
[[nodiscard, gnu::always_inline]] inline request_of<Program>*
ready_request_of_message(Call<Program>& call) noexcept {
    return call.state().requests.make_again(call.site(), typename request_of<Program>::MessageFollows());
}

// A new request. Null after reporting MPI_ERR_NO_MEM.
template <class Program>
[[gnu::always_inline]] inline request_of<Program>* new_request(Call<Program>& call) noexcept {
    if (auto* request = ready_request(call); request != nullptr) [[likely]]
        return request;
    if (call.state().released_requests != 0) end_released_requests<Program>();
    auto* request = call.state().requests.make(call.site());
    if (request == nullptr) call.template fail<MPI_ERR_NO_MEM>("no memory for a request");
    return request;
}

template <class Program>
[[nodiscard]] MPI_Request handle_of(request_of<Program>& request) noexcept {
    return reinterpret_cast<MPI_Request>(Interface<Program>::Requests::handle_of(request));
}

// A new request, its handle stored for the caller.
template <class Program>
[[gnu::always_inline]] inline request_of<Program>* new_request(Call<Program>& call,
                                                               MPI_Request* handle) noexcept {
    auto* request = new_request(call);
    if (request != nullptr) *handle = handle_of<Program>(*request);
    return request;
}

// Makes the request that all sends share which complete at once. Programs whose unfreed objects are reported
// get a request for each send, since a shared one has no call site.
template <class Program>
[[nodiscard]] int make_request_of_sent(MPI_Comm comm, MPI_Request* handle) noexcept {
    auto call = this_call<Program>(comm);
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->comm = comm;
    request->shared = !process::reports_leftovers();
    if (request->shared) call.state().shared_request = *handle;
    return MPI_SUCCESS;
}

// The status of an operation other than a message: the bytes of an access to a file.
template <class Program>
void fill_without_message([[maybe_unused]] const request_of<Program>& request, MPI_Status* status) noexcept {
    fill_without_message(status);
    if constexpr (request_of<Program>::may_access_file)
        if (request.file_access.used && status != MPI_STATUS_IGNORE)
            set_bytes(*status, request.file_access.bytes);
}

namespace request_kinds {

void Message::wait(auto& call, auto& request) noexcept {
    if (request.receives) call.state().communicator.wait(request.receiving);
    if (request.sends) call.state().communicator.wait(request.sending);
}

int Message::conclude(auto& call, auto& request, MPI_Status* status) noexcept {
    using Program = typename std::remove_reference_t<decltype(call)>::Program;
    if (request.cancelled) {
        fill_without_message(status);
        if (status != MPI_STATUS_IGNORE) status->MPI_internal[2] = 1;
        return MPI_SUCCESS;
    }
    if (request.receives) return mpi::conclude(call, request.receiving, status);
    if (request.null_receive)
        fill_null_process(status);
    else
        fill_without_message<Program>(request, status);
    return MPI_SUCCESS;
}

int Task::conclude(auto& call, auto& request, MPI_Status* status) noexcept {
    using Program = typename std::remove_reference_t<decltype(call)>::Program;
    request.task->seen_complete = true;
    fill_without_message<Program>(request, status);
    return request.task->error;
}

// Runs the program's query function.
int Generalized::conclude(auto&, auto& request, MPI_Status* status) noexcept {
    MPI_Status own{};
    fill_without_message(&own);
    const process::CallKept kept;
    const int error = request.general.query(request.general.extra_state, &own);
    if (status == MPI_STATUS_IGNORE) return error;
    own.MPI_ERROR = status->MPI_ERROR; // as of any request: see fill()
    *status = own;
    return error;
}

int Generalized::end(auto&, auto& request) noexcept {
    if (request.general.free == nullptr) return MPI_SUCCESS;
    const process::CallKept kept;
    return request.general.free(request.general.extra_state);
}

} // namespace request_kinds

// Fills in the status of a complete request and returns its error, which is raised on the request's
// communicator. Does not end the request.
template <class Program>
[[nodiscard]] int conclude(Call<Program>& call, request_of<Program>& request, MPI_Status* status) noexcept {
    call.raise_errors_on(request.comm);
    int error = by_kind(request, [&](auto kind) { return kind.conclude(call, request, status); });
    call.at(point::RequestIsConcluded(), request, error);
    return error;
}

// Ends a complete request. Its handle becomes null; a persistent one becomes inactive and keeps its handle.
// Of two errors of a generalized request's callbacks, the free function's is returned, which is called last.
template <class Program>
[[nodiscard]] int retire(Call<Program>& call, request_of<Program>& request, MPI_Request& handle,
                         MPI_Status* status) noexcept {
    if (const int error = call.at(point::RequestIsFound(), request); error != MPI_SUCCESS) return error;
    int error = conclude(call, request, status);
    if (const int used = call.at(point::RequestEnds(), request); error == MPI_SUCCESS) error = used;
    if (request.persists()) {
        request.active = false;
        return error;
    }
    const int error_of_free = end_request(call, request);
    handle = MPI_REQUEST_NULL;
    return error_of_free != MPI_SUCCESS ? error_of_free : error;
}

// The same for a plain receive, without looking at what else a request may be.
template <class Program>
[[nodiscard, gnu::always_inline]] inline int retire_receive(Call<Program>& call, request_of<Program>& request,
                                                            MPI_Request& handle,
                                                            MPI_Status* status) noexcept {
    if (const int error = call.at(point::RequestIsFound(), request); error != MPI_SUCCESS) return error;
    call.raise_errors_on(request.comm);
    int error = MPI_SUCCESS;
    if constexpr (Interface<Program>::Rules::are_strict)
        error = conclude_in_place(call, request.receiving, status);
    else
        error = conclude(call, request.receiving, status);
    if (const int used = call.at(point::ReceiveEnds(), request); error == MPI_SUCCESS) error = used;
    call.state().requests.free(request);
    handle = MPI_REQUEST_NULL;
    return error;
}
// And for a plain send, which has no memory of its own.
template <class Program>
[[nodiscard, gnu::always_inline]] inline int retire_send(Call<Program>& call, request_of<Program>& request,
                                                         MPI_Request& handle, MPI_Status* status) noexcept {
    call.raise_errors_on(request.comm);
    fill_without_message(status);
    int error = call.at(point::SendEnds(), request);
    call.at(point::RequestIsConcluded(), request, error);
    call.state().requests.free(request);
    handle = MPI_REQUEST_NULL;
    return error;
}

} // namespace sartor::mpi
