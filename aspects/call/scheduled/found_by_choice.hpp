// What tests and waits find in programs whose schedule is chosen (sartor run --schedule): a test need not
// find at once that an operation is complete, and of several that are complete any may be found first.
#pragma once

#include "mpi_api/point_to_point/messages/found.hpp"

namespace sartor::mpi::scheduled {

using internal::Look;

class FoundByChoice {
  public:
    // The others first go on as far as they can.
    static void begin_test(auto& communicator) noexcept {
        communicator.await_turn();
        communicator.progress();
    }
    // Once found, it is found by all later tests.
    [[nodiscard]] static bool finds(auto& call, auto& request) noexcept {
        if (!request.is_complete()) return false;
        if (request.can_be_put_off() && !call.state().communicator.succeeds_now()) return false;
        request.tests.found = true;
        return true;
    }
    [[nodiscard]] static Look test(auto& call, int count, const MPI_Request* handles, bool all) noexcept {
        begin_test(call.state().communicator);
        const Look look = internal::look_at(call, count, handles);
        if (look.complete > 0 &&
            (count_found(call, count, handles) > 0 || call.state().communicator.succeeds_now()))
            return chosen_of(call, look, count, handles, all);
        if (look.active > 0) call.state().communicator.give_way();
        return {.active = look.active};
    }
    [[nodiscard]] static Look wait(auto& call, int count, const MPI_Request* handles, bool all) noexcept {
        static_cast<void>(internal::wait_for_any(call, count, handles));
        call.state().communicator.await_turn();
        return chosen_of(call, internal::look_at(call, count, handles), count, handles, all);
    }
    [[nodiscard]] static bool finds_all(auto& call, const Look& look, int count,
                                        const MPI_Request* handles) noexcept {
        return look.complete == look.active && (count_found(call, count, handles) >= look.complete ||
                                                call.state().communicator.succeeds_now());
    }
    // All that are complete, or the one that was chosen.
    [[nodiscard]] static int retire(auto& call, const Look& look, int count, MPI_Request* handles,
                                    int* out_count, int* indices, MPI_Status* statuses) noexcept {
        if (look.complete > 1)
            return internal::retire_some(call, look, count, handles, out_count, indices, statuses);
        *out_count = look.active == 0 ? MPI_UNDEFINED : look.complete;
        if (look.complete == 0) return MPI_SUCCESS;
        MPI_Request& handle = handles[indices[0] = look.first_complete];
        const int error =
            mpi::retire(call, *internal::find_active(call, handle), handle, internal::status_of(statuses, 0));
        return internal::result_of(internal::note_error(statuses, 0, error, false));
    }

  private:
    // How many of the complete requests every test finds.
    [[nodiscard]] static int count_found(auto& call, int count, const MPI_Request* handles) noexcept {
        int found = 0;
        for (int index = 0; index < count; ++index)
            if (const auto* request = internal::find_active(call, handles[index]);
                request != nullptr && request->is_complete() && !request->can_be_put_off())
                ++found;
        return found;
    }
    // One of several complete requests comes first, or all do if `all` may. The others count as not complete.
    [[nodiscard]] static Look chosen_of(auto& call, const Look& look, int count, const MPI_Request* handles,
                                        bool all) noexcept {
        if (look.complete == 0 || (all && count_found(call, count, handles) > 1)) return look;
        const int first = call.state().communicator.choose_complete(look.complete, all, [&](auto add) {
            for (int index = 0; index < count; ++index)
                if (const auto* request = internal::find_active(call, handles[index]);
                    request != nullptr && request->is_complete())
                    add(index);
        });
        return first < 0 ? look : Look{look.active, 1, first};
    }
};

} // namespace sartor::mpi::scheduled
