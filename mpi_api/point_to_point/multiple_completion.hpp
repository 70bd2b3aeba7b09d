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

template <class Program>
inline constexpr bool chooses = Interface<Program>::types::Communicator::chooses;

// How many of the complete requests every test finds.
template <class Program>
[[nodiscard]] int count_found(Call<Program>& call, int count, const MPI_Request* handles) noexcept {
    int found = 0;
    for (int index = 0; index < count; ++index)
        if (const auto* request = find_active(call, handles[index]);
            request != nullptr && request->is_complete() && !request->can_be_put_off())
            ++found;
    return found;
}
// Where a schedule chooses: one of several complete requests comes first, or all do where `may_be_all`. The
// others count as not complete.
template <class Program>
[[nodiscard]] Look chosen_of(Call<Program>& call, const Look& look, int count, const MPI_Request* handles,
                             bool may_be_all) noexcept {
    if (look.complete == 0 || (may_be_all && count_found(call, count, handles) > 1)) return look;
    const int first = call.state().communicator.choose_complete(look.complete, may_be_all, [&](auto add) {
        for (int index = 0; index < count; ++index)
            if (const auto* request = find_active(call, handles[index]);
                request != nullptr && request->is_complete())
                add(index);
    });
    return first < 0 ? look : Look{look.active, 1, first};
}
// And a test need not find what is complete.
template <class Program>
[[nodiscard]] Look test_by_choice(Call<Program>& call, int count, const MPI_Request* handles,
                                  bool may_be_all) noexcept {
    progress_before_test(call.state().communicator);
    const Look look = look_at(call, count, handles);
    if (look.complete > 0 &&
        (count_found(call, count, handles) > 0 || call.state().communicator.succeeds_now()))
        return chosen_of(call, look, count, handles, may_be_all);
    if (look.active > 0) call.state().communicator.give_way();
    return {.active = look.active};
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
    if constexpr (chooses<Program>) {
        call.state().communicator.await_turn();
        return look_at(call, count, handles);
    }
    return look;
}

// Progress once; when none is complete the other ranks of the worker run.
template <class Program>
[[nodiscard]] Look test_any(Call<Program>& call, int count, const MPI_Request* handles) noexcept {
    if constexpr (chooses<Program>) return test_by_choice(call, count, handles, true);
    call.state().communicator.progress();
    const Look look = look_at(call, count, handles);
    if (look.active > 0 && look.complete == 0) call.state().communicator.give_way();
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

template <class Program>
int testany_by_choice(Call<Program>& call, int count, MPI_Request* handles, int* index, int* flag,
                      MPI_Status* status) noexcept {
    const Look look = test_by_choice(call, count, handles, false);
    *flag = look.active == 0 || look.complete > 0;
    *index = MPI_UNDEFINED;
    return *flag != 0 ? retire_any(call, look, handles, index, status) : MPI_SUCCESS;
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

// The same for a choice of requests: all that are complete, or the first.
template <class Program>
int retire_chosen(Call<Program>& call, const Look& look, int count, MPI_Request* handles, int* out_count,
                  int* indices, MPI_Status* statuses) noexcept {
    if (look.complete > 1) return retire_some(call, look, count, handles, out_count, indices, statuses);
    *out_count = look.active == 0 ? MPI_UNDEFINED : look.complete;
    if (look.complete == 0) return MPI_SUCCESS;
    MPI_Request& handle = handles[indices[0] = look.first_complete];
    const int error = retire(call, *find_active(call, handle), handle, status_of(statuses, 0));
    return result_of(note_error(statuses, 0, error, false));
}

} // namespace internal

// MPI_Waitany: of several complete requests the first of the array. It favours low indices.
template <class Program>
int waitany(Call<Program>& call, int count, MPI_Request* handles, int* index, MPI_Status* status) noexcept {
    if constexpr (internal::chooses<Program>) {
        const internal::Look look = internal::wait_for_any(call, count, handles);
        return internal::retire_any(call, internal::chosen_of(call, look, count, handles, false), handles,
                                    index, status);
    }
    return internal::retire_any(call, internal::wait_for_any(call, count, handles), handles, index, status);
}

// MPI_Testany: the flag is also set when no request is active.
template <class Program>
int testany(Call<Program>& call, int count, MPI_Request* handles, int* index, int* flag,
            MPI_Status* status) noexcept {
    if constexpr (internal::chooses<Program>)
        return internal::testany_by_choice(call, count, handles, index, flag, status);
    const internal::Look look = internal::test_any(call, count, handles);
    *flag = look.active == 0 || look.complete > 0;
    *index = MPI_UNDEFINED;
    return *flag != 0 ? internal::retire_any(call, look, handles, index, status) : MPI_SUCCESS;
}

// MPI_Waitsome: ends all requests that are complete when the first one is.
template <class Program>
int waitsome(Call<Program>& call, int count, MPI_Request* handles, int* out_count, int* indices,
             MPI_Status* statuses) noexcept {
    const internal::Look look = internal::wait_for_any(call, count, handles);
    if constexpr (internal::chooses<Program>)
        return internal::retire_chosen(call, internal::chosen_of(call, look, count, handles, true), count,
                                       handles, out_count, indices, statuses);
    return internal::retire_some(call, look, count, handles, out_count, indices, statuses);
}

template <class Program>
int testsome(Call<Program>& call, int count, MPI_Request* handles, int* out_count, int* indices,
             MPI_Status* statuses) noexcept {
    const internal::Look look = internal::test_any(call, count, handles);
    if constexpr (internal::chooses<Program>)
        return internal::retire_chosen(call, look, count, handles, out_count, indices, statuses);
    return internal::retire_some(call, look, count, handles, out_count, indices, statuses);
}

// MPI_Testall: ends all of them or, if one is not complete, none.
template <class Program>
int testall(Call<Program>& call, int count, MPI_Request* handles, int* flag, MPI_Status* statuses) noexcept {
    internal::progress_before_test(call.state().communicator);
    const internal::Look look = internal::look_at(call, count, handles);
    *flag = look.complete == look.active;
    if constexpr (internal::chooses<Program>)
        if (*flag != 0 && internal::count_found(call, count, handles) < look.complete)
            *flag = call.state().communicator.succeeds_now();
    if (*flag != 0) return waitall(call, count, handles, statuses);
    call.state().communicator.give_way();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
