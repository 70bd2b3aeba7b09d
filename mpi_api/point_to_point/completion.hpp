// Waiting for one request and for all, and testing one (MPI-5.0 sections 3.7.3 and 3.7.5).
#pragma once

#include "mpi_api/point_to_point/messages/found.hpp"

namespace sartor::mpi {

namespace internal {

// Completes a send that was complete when it was called, or a null handle.
inline void retire_over(MPI_Request& handle, MPI_Status* status) noexcept {
    if (handle == MPI_REQUEST_NULL) return fill_empty(status);
    handle = MPI_REQUEST_NULL;
    fill_without_message(status);
}

// Waits for a receive. `all` is the program's array that it is an element of, for reports of deadlocks while
// this waits. A complete receive costs one comparison.
template <class Program>
[[gnu::always_inline]] inline void wait_for_receive(Call<Program>& call, const request_of<Program>& request,
                                                    RequestArray all) noexcept {
    auto& state = call.state();
    if (request.receiving.is_complete()) [[likely]]
        return state.communicator.wait(request.receiving); // machines with a time of their own look
    state.awaited_requests.all = all;
    state.communicator.wait(request.receiving);
    state.awaited_requests.all = {};
}

// Whether it is a plain send that nobody has to wait for any more. Asked in programs built with --checked
// alone: in others most sends have no request of their own.
template <class Program>
[[nodiscard]] bool is_finished_send(const request_of<Program>& request) noexcept {
    return Interface<Program>::sends_end_alone && request.is_plain_send() && request.sending.is_complete();
}

// Whether another thread of the rank has cancelled the request while this one waited.
template <class Types>
[[nodiscard]] bool was_cancelled_meanwhile(const Request<Types>& request) noexcept {
    return request.waiting_thread.others_cancel && request.cancelled;
}

// Whether no other thread of the rank waits for the request; false after reporting MPI_ERR_REQUEST. From now
// on this one does, until request.waiting_thread.end().
template <class Program>
[[nodiscard]] bool may_wait_for(Call<Program>& call, request_of<Program>& request) noexcept {
    if (request.waiting_thread.begin()) return true;
    call.template fail<MPI_ERR_REQUEST>("another thread of this rank waits for the same request");
    return false;
}

// Waits for any kind of request, active or not, and ends it. Functions of the program's own (of generalized
// requests) may run, so the array of requests is not remembered beyond the wait.
template <class Program>
[[nodiscard]] int wait_and_retire(Call<Program>& call, MPI_Request& handle, MPI_Status* status,
                                  RequestArray all = {}) noexcept {
    auto* request = find_active(call, handle);
    if (request == nullptr) {
        fill_empty(status);
        return MPI_SUCCESS;
    }
    if (!may_wait_for(call, *request)) return call.error();
    if (request->is_plain_receive()) {
        wait_for_receive(call, *request, all);
        request->waiting_thread.end();
        return was_cancelled_meanwhile(*request) ? retire(call, *request, handle, status)
                                                 : retire_receive(call, *request, handle, status);
    }
    call.state().awaited_requests.all = all;
    wait_for(call, *request);
    call.state().awaited_requests.all = {};
    request->waiting_thread.end();
    return retire(call, *request, handle, status);
}

// The same for an element of an array that was not found complete or not found at all. A handle that is none
// gives MPI_ERR_REQUEST on no communicator.
template <class Program>
[[nodiscard, gnu::noinline]] int wait_and_retire_one(MPI_Request* handles, int count, std::ptrdiff_t index,
                                                     MPI_Status* status) noexcept {
    auto call = this_call<Program>();
    if (!call.request("array_of_requests", &handles[index])) return call.error();
    return wait_and_retire(call, handles[index], status, {handles, count});
}

// The rest of MPI_Waitall after the first error, that of request number `index`. What follows a handle that
// is none is not waited for: it gets MPI_ERR_PENDING. Returns MPI_ERR_IN_STATUS, or `error` if the first
// handle was none.
template <class Program>
[[gnu::cold, gnu::noinline]] int wait_after_error(int error, std::ptrdiff_t index, MPI_Request* handles,
                                                  int count, MPI_Status* statuses) noexcept {
    auto call = this_call<Program>();
    const auto is_none = [&] {
        return handles[index] != MPI_REQUEST_NULL && find_request(call, handles[index]) == nullptr;
    };
    if (is_none()) return error;
    bool any_error = note_error(statuses, index, error, false);
    bool go_on = true;
    for (++index; index < count; ++index) {
        error = is_none() ? MPI_ERR_REQUEST : MPI_ERR_PENDING;
        go_on = go_on && call.request("array_of_requests", &handles[index]);
        if (go_on) error = wait_and_retire_one<Program>(handles, count, index, status_of(statuses, index));
        any_error = note_error(statuses, index, error, any_error);
    }
    return result_of(any_error);
}

// Where several threads of a rank call MPI at once: returns when all receives of an array are complete. One
// condition for all of them: other threads evaluate it for this one, which is resumed once and not for each.
template <class Program>
void wait_for_receives(Call<Program>& call, const MPI_Request* handles, int count) noexcept {
    int index = 0;
    call.state().awaited_requests.all = {handles, count};
    call.state().communicator.wait_until([&] {
        const auto is_over = [&](MPI_Request handle) {
            const auto* request = find_request(call, handle);
            return request == nullptr || !request->is_plain_receive() || request->receiving.is_complete();
        };
        while (index < count && is_over(handles[index])) ++index;
        return index == count;
    });
    call.state().awaited_requests.all = {};
}

// MPI_Waitall, with statuses and without: waits for one request after the other. Cost: O(count), for receives
// and finished sends that are complete without a function call.
template <bool has_statuses, class Program>
[[nodiscard, gnu::always_inline]] inline int wait_for_each(Call<Program>& call, MPI_Request* handles,
                                                           int count, MPI_Status* statuses) noexcept {
    if (Interface<Program>::has_many_threads) wait_for_receives(call, handles, count);
    bool are_ended = false;
    const int error_of_all = call.at(point::AllAreAwaited(), handles, count, statuses, are_ended);
    if (are_ended) return error_of_all;
    MPI_Request* const end = handles + count;
    MPI_Status* status = MPI_STATUS_IGNORE;
    for (MPI_Request* handle = handles; handle != end; ++handle) {
        if constexpr (has_statuses) status = &statuses[handle - handles];
        if (*handle == call.state().shared_request) { // or both are null
            retire_over(*handle, status);
            continue;
        }
        auto* request = find_request(call, *handle);
        int error = MPI_SUCCESS;
        if (request != nullptr && request->is_plain_receive()) [[likely]] {
            wait_for_receive(call, *request, {handles, count});
            error = was_cancelled_meanwhile(*request) ? retire(call, *request, *handle, status)
                                                      : retire_receive(call, *request, *handle, status);
        } else if (request != nullptr && is_finished_send<Program>(*request)) {
            error = retire_send(call, *request, *handle, status);
        } else {
            error = wait_and_retire_one<Program>(handles, count, handle - handles, status);
        }
        if (error != MPI_SUCCESS) [[unlikely]]
            return wait_after_error<Program>(error, handle - handles, handles, count, statuses);
    }
    return MPI_SUCCESS;
}

// A function of its own, so that calls without statuses do not carry its code.
template <class Program>
[[nodiscard, gnu::noinline]] int wait_with_statuses(MPI_Request* handles, int count,
                                                    MPI_Status* statuses) noexcept {
    auto call = this_call<Program>();
    return wait_for_each<true>(call, handles, count, statuses);
}

} // namespace internal

// MPI_Wait. Returns the error of the operation; the request is freed and its handle null, or inactive if it
// is persistent.
template <class Program>
int wait(Call<Program>& call, MPI_Request* handle, MPI_Status* status) noexcept {
    return internal::wait_and_retire(call, *handle, status);
}

// MPI_Waitall: completes the requests in their order. Returns MPI_ERR_IN_STATUS if any failed, with the error
// of each in its status. MPI_ERR_REQUEST at a handle that is none; the requests before it have been
// completed.
template <class Program>
[[gnu::always_inline]] inline int waitall(Call<Program>& call, int count, MPI_Request* handles,
                                          MPI_Status* statuses) noexcept {
    using namespace internal;
    return statuses == MPI_STATUSES_IGNORE ? wait_for_each<false>(call, handles, count, statuses)
                                           : wait_with_statuses<Program>(handles, count, statuses);
}

// MPI_Test: progress once. A request that is not complete lets the other ranks of this worker run, so that a
// loop of tests ends.
template <class Program>
int test(Call<Program>& call, MPI_Request* handle, int* flag, MPI_Status* status) noexcept {
    auto* request = internal::find_active(call, *handle);
    *flag = 1;
    if (request == nullptr) {
        fill_empty(status);
        return MPI_SUCCESS;
    }
    using Found = typename Interface<Program>::Found;
    Found::begin_test(call.state().communicator);
    if (Found::finds(call, *request)) return retire(call, *request, *handle, status);
    *flag = 0;
    call.state().communicator.give_way();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
