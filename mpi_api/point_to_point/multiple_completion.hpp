// Waiting for any or some of several requests, and testing several (MPI-5.0 section 3.7.5).
#pragma once

#include "mpi_api/point_to_point/completion.hpp"

namespace sartor::mpi {

namespace internal {

// Counts over an array of requests. Null and inactive ones do not take part.
struct Look {
    int active = 0;
    int complete = 0;
    int first_complete = MPI_UNDEFINED;
};

// Without progress. Cost: a look-up for each request.
template <class Program>
[[nodiscard]] Look look_at(Call<Program>& call, int count, const MPI_Request* handles) noexcept {
    Look look;
    for (int index = 0; index < count; ++index) {
        const auto* request = find_active(call, handles[index]);
        if (request == nullptr) continue;
        ++look.active;
        if (!request->is_complete()) continue;
        if (look.complete++ == 0) look.first_complete = index;
    }
    return look;
}

// Returns when at least one request is complete or none is active. Cost: O(count) on each pass of progress.
template <class Program>
[[nodiscard]] Look wait_for_any(Call<Program>& call, int count, const MPI_Request* handles) noexcept {
    Look look;
    call.state().awaited_requests.any = {handles, count};
    call.state().communicator.wait_until([&] {
        look = look_at(call, count, handles);
        return look.active == 0 || look.complete > 0;
    });
    call.state().awaited_requests.any = {};
    return look;
}

// Ends the first complete request; the empty status and MPI_UNDEFINED when none is active.
template <class Program>
int retire_any(Call<Program>& call, const Look& look, MPI_Request* handles, int* index,
               MPI_Status* status) noexcept {
    *index = look.first_complete;
    if (look.active == 0) {
        fill_empty(status);
        return MPI_SUCCESS;
    }
    MPI_Request& handle = handles[look.first_complete];
    return retire(call, *find_active(call, handle), handle, status);
}

// Ends all complete requests. MPI_ERR_IN_STATUS when one has an error; outcount is MPI_UNDEFINED when none is
// active.
template <class Program>
int retire_some(Call<Program>& call, const Look& look, int count, MPI_Request* handles, int* out_count,
                int* indices, MPI_Status* statuses) noexcept {
    *out_count = look.active == 0 ? MPI_UNDEFINED : 0;
    bool any_error = false;
    for (int index = 0; index < count; ++index) {
        auto* request = find_active(call, handles[index]);
        if (request == nullptr || !request->is_complete()) continue;
        const int error = retire(call, *request, handles[index], status_of(statuses, *out_count));
        any_error = note_error(statuses, *out_count, error, any_error);
        indices[(*out_count)++] = index;
    }
    return result_of(any_error);
}

} // namespace internal

// What tests and waits find: all operations that are complete, as soon as they are, the lowest index first.
// Programs whose schedule is chosen have scheduled::FoundByChoice in its place.
struct FoundWhenComplete {
    // Progress once.
    [[gnu::always_inline]] static void begin_test(auto& communicator) noexcept { communicator.progress(); }
    [[nodiscard, gnu::always_inline]] static bool finds(auto&, auto& request) noexcept {
        return request.is_complete();
    }
    // When none is complete the other ranks of the worker run. `all`: whether all that are complete are
    // found, or one.
    [[nodiscard]] static internal::Look test(auto& call, int count, const MPI_Request* handles,
                                             bool /*all*/) noexcept {
        call.state().communicator.progress();
        const internal::Look look = internal::look_at(call, count, handles);
        if (look.active > 0 && look.complete == 0) call.state().communicator.give_way();
        return look;
    }
    [[nodiscard]] static internal::Look wait(auto& call, int count, const MPI_Request* handles,
                                             bool /*all*/) noexcept {
        return internal::wait_for_any(call, count, handles);
    }
    // Whether a test finds all of them.
    [[nodiscard]] static bool finds_all(auto&, const internal::Look& look, int, const MPI_Request*) noexcept {
        return look.complete == look.active;
    }
    [[nodiscard]] static int retire(auto& call, const internal::Look& look, int count, MPI_Request* handles,
                                    int* out_count, int* indices, MPI_Status* statuses) noexcept {
        return internal::retire_some(call, look, count, handles, out_count, indices, statuses);
    }
};

// MPI_Waitany: of several complete requests the first of the array. It favours low indices.
template <class Program>
int waitany(Call<Program>& call, int count, MPI_Request* handles, int* index, MPI_Status* status) noexcept {
    using Found = typename Interface<Program>::Found;
    return internal::retire_any(call, Found::wait(call, count, handles, false), handles, index, status);
}

// MPI_Testany: the flag is also set when no request is active.
template <class Program>
int testany(Call<Program>& call, int count, MPI_Request* handles, int* index, int* flag,
            MPI_Status* status) noexcept {
    const internal::Look look = Interface<Program>::Found::test(call, count, handles, false);
    *flag = look.active == 0 || look.complete > 0;
    *index = MPI_UNDEFINED;
    return *flag != 0 ? internal::retire_any(call, look, handles, index, status) : MPI_SUCCESS;
}

// MPI_Waitsome: ends all requests that are complete when the first one is.
template <class Program>
int waitsome(Call<Program>& call, int count, MPI_Request* handles, int* out_count, int* indices,
             MPI_Status* statuses) noexcept {
    using Found = typename Interface<Program>::Found;
    return Found::retire(call, Found::wait(call, count, handles, true), count, handles, out_count, indices,
                         statuses);
}

template <class Program>
int testsome(Call<Program>& call, int count, MPI_Request* handles, int* out_count, int* indices,
             MPI_Status* statuses) noexcept {
    using Found = typename Interface<Program>::Found;
    return Found::retire(call, Found::test(call, count, handles, true), count, handles, out_count, indices,
                         statuses);
}

// MPI_Testall: ends all of them or, if one is not complete, none.
template <class Program>
int testall(Call<Program>& call, int count, MPI_Request* handles, int* flag, MPI_Status* statuses) noexcept {
    using Found = typename Interface<Program>::Found;
    Found::begin_test(call.state().communicator);
    *flag = Found::finds_all(call, internal::look_at(call, count, handles), count, handles);
    if (*flag != 0) return waitall(call, count, handles, statuses);
    call.state().communicator.give_way();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
