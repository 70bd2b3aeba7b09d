// What tests and waits find of operations that are complete (MPI-5.0 section 3.7.5).
#pragma once

#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi {

namespace internal {

// The request of a handle if it takes part in waiting; null for a null handle or an inactive request.
template <class Program>
request_of<Program>* find_active(Call<Program>& call, MPI_Request handle) noexcept {
    auto* request = find_request(call, handle);
    return request != nullptr && request->is_active() ? request : nullptr;
}

[[nodiscard]] inline MPI_Status* status_of(MPI_Status* statuses, std::ptrdiff_t index) noexcept {
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[index];
}

// Notes the error of one of several requests that are completed together: the statuses hold errors if and
// only if the function returns MPI_ERR_IN_STATUS (MPI-5.0 section 3.2.5). `index` is that of the status;
// `first`: no error was noted before, so the statuses before it are set to MPI_SUCCESS.
[[gnu::cold, gnu::noinline]] inline void store_error(MPI_Status* statuses, std::ptrdiff_t index, int error,
                                                     bool first) noexcept {
    if (statuses == MPI_STATUSES_IGNORE) return;
    for (std::ptrdiff_t before = 0; first && before < index; ++before)
        statuses[before].MPI_ERROR = MPI_SUCCESS;
    statuses[index].MPI_ERROR = error;
}
// `any`: whether there were errors before. Returns whether there are now. Costs two comparisons without
// errors.
[[nodiscard]] inline bool note_error(MPI_Status* statuses, std::ptrdiff_t index, int error,
                                     bool any) noexcept {
    if (error == MPI_SUCCESS && !any) [[likely]]
        return false;
    store_error(statuses, index, error, !any);
    return true;
}
[[nodiscard]] inline int result_of(bool any_error) noexcept {
    return any_error ? MPI_ERR_IN_STATUS : MPI_SUCCESS;
}

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

} // namespace sartor::mpi
