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

// Where a schedule chooses, one of several complete requests comes first, or all do where `may_be_all`; the
// others count as not complete. Elsewhere nothing changes.
template <class Program>
[[gnu::always_inline]] inline void
choose_among([[maybe_unused]] Call<Program>& call, [[maybe_unused]] Look& look, [[maybe_unused]] int count,
             [[maybe_unused]] const MPI_Request* handles, [[maybe_unused]] bool may_be_all) noexcept {
    if constexpr (Interface<Program>::types::Communicator::chooses) {
        if (look.complete == 0) return;
        const int first = call.state().communicator.choose_complete(look.complete, may_be_all, [&](auto add) {
            for (int index = 0; index < count; ++index)
                if (const auto* request = find_active(call, handles[index]);
                    request != nullptr && request->is_complete())
                    add(index);
        });
        if (first < 0) return;
        look.first_complete = first;
        look.complete = 1;
    }
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
    if constexpr (Interface<Program>::types::Communicator::chooses) {
        call.state().communicator.await_turn();
        look = look_at(call, count, handles);
    }
    return look;
}

// Progress once; when none is complete the other ranks of the worker run.
template <class Program>
[[nodiscard]] Look test_any(Call<Program>& call, int count, const MPI_Request* handles) noexcept {
    progress_before_test(call.state().communicator);
    Look look = look_at(call, count, handles);
    if constexpr (Interface<Program>::types::Communicator::chooses)
        if (!succeeds(call.state().communicator, look.complete > 0)) look = {.active = look.active};
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
        if constexpr (Interface<Program>::types::Communicator::chooses)
            if (look.complete == 0 || (look.complete == 1 && index != look.first_complete)) continue;
        const int error = retire(call, *request, handles[index], status_of(statuses, *out_count));
        any_error = note_error(statuses, *out_count, error, any_error);
        indices[(*out_count)++] = index;
    }
    return result_of(any_error);
}

} // namespace internal

// MPI_Waitany: of several complete requests the first of the array. It favours low indices.
template <class Program>
int waitany(Call<Program>& call, int count, MPI_Request* handles, int* index, MPI_Status* status) noexcept {
    internal::Look look = internal::wait_for_any(call, count, handles);
    internal::choose_among(call, look, count, handles, false);
    return internal::retire_any(call, look, handles, index, status);
}

// MPI_Testany: the flag is also set when no request is active.
template <class Program>
int testany(Call<Program>& call, int count, MPI_Request* handles, int* index, int* flag,
            MPI_Status* status) noexcept {
    internal::Look look = internal::test_any(call, count, handles);
    internal::choose_among(call, look, count, handles, false);
    *flag = look.active == 0 || look.complete > 0;
    *index = MPI_UNDEFINED;
    return *flag != 0 ? internal::retire_any(call, look, handles, index, status) : MPI_SUCCESS;
}

// MPI_Waitsome: ends all requests that are complete when the first one is.
template <class Program>
int waitsome(Call<Program>& call, int count, MPI_Request* handles, int* out_count, int* indices,
             MPI_Status* statuses) noexcept {
    internal::Look look = internal::wait_for_any(call, count, handles);
    internal::choose_among(call, look, count, handles, true);
    return internal::retire_some(call, look, count, handles, out_count, indices, statuses);
}

template <class Program>
int testsome(Call<Program>& call, int count, MPI_Request* handles, int* out_count, int* indices,
             MPI_Status* statuses) noexcept {
    internal::Look look = internal::test_any(call, count, handles);
    internal::choose_among(call, look, count, handles, true);
    return internal::retire_some(call, look, count, handles, out_count, indices, statuses);
}

// MPI_Testall: ends all of them or, if one is not complete, none.
template <class Program>
int testall(Call<Program>& call, int count, MPI_Request* handles, int* flag, MPI_Status* statuses) noexcept {
    internal::progress_before_test(call.state().communicator);
    const internal::Look look = internal::look_at(call, count, handles);
    *flag = internal::succeeds(call.state().communicator, look.complete == look.active);
    if (*flag != 0) return waitall(call, count, handles, statuses);
    call.state().communicator.give_way();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
