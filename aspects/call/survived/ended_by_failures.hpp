// Operations that end because others have failed (MPI Forum, issues 581 to 583): their errors, in programs
// that name functions for it. Included by their cuts, above what the cuts are made of.
#pragma once

#include <limits>
#include <string_view>

#include <boost/mp11/list.hpp>

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/look_up.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/collective/barrier.hpp"
#include "mpi_api/point_to_point/completion.hpp"
#include "runtime/failures/failures.hpp"

namespace sartor::mpi {

namespace survived {

using process::failures::Cause;

// Within MPI a cause is a negative error, which is raised when the call returns: an error handler may do
// anything, so it must not run in the middle of a collective.
inline constexpr int first_error = std::numeric_limits<int>::min();
[[nodiscard]] constexpr int error_of(Cause cause) noexcept {
    return cause == Cause::none ? MPI_SUCCESS : first_error + static_cast<int>(cause);
}
[[nodiscard]] constexpr Cause cause_of(int error) noexcept {
    return error <= error_of(Cause::revoked) ? static_cast<Cause>(error - first_error) : Cause::none;
}
// A blocking receive from any rank is over with its error, other ones stay.
[[nodiscard]] constexpr Cause of_blocking(Cause cause) noexcept {
    return cause == Cause::peer_may_have_failed ? Cause::peer_failed : cause;
}

// Errors of several requests, which the program's error handler gets together.
class RaisedOnce {
  public:
    explicit RaisedOnce(auto& failures) noexcept : raises_(failures.raises) { raises_ = false; }
    ~RaisedOnce() { raises_ = true; }
    RaisedOnce(const RaisedOnce&) = delete;
    RaisedOnce& operator=(const RaisedOnce&) = delete;

  private:
    bool& raises_;
};

[[nodiscard]] constexpr int class_of(Cause cause) noexcept {
    if (cause == Cause::revoked) return MPI_ERR_REVOKED;
    return cause == Cause::peer_failed ? MPI_ERR_PROC_FAILED : MPI_ERR_PROC_FAILED_PENDING;
}

// The program that gets an error can ask who has failed. Another process may have said so before this one
// knows.
void await_known(auto& communicator, int failures) noexcept {
    if (process::failures::count() < failures)
        communicator.wait_until([=] { return process::failures::count() >= failures; });
}

// By the owner's value: the call stays in registers.
template <class Program>
[[gnu::cold, gnu::noinline]] int raise(typename CallContext<Program>::Owner owner, Cause cause) noexcept {
    using Context = CallContext<Program>;
    auto& failures = self<Program>().failures;
    await_known(self<Program>().communicator, process::failures::noted());
    failures.learned = process::failures::count();
    if (!failures.raises) return class_of(cause);
    if (cause == Cause::revoked)
        return Context::template fail_for<MPI_ERR_REVOKED>(owner, "the communicator was revoked");
    const int count = process::failures::noted();
    const int last = count > 0 ? process::failures::rank_of(count) : -1;
    if (cause == Cause::peer_may_have_failed)
        return Context::template fail_for<MPI_ERR_PROC_FAILED_PENDING>(
            owner, "a rank that could send has failed (the last of %d that failed in the run was rank %d)",
            count, last);
    return Context::template fail_for<MPI_ERR_PROC_FAILED>(
        owner, "a rank that takes part has failed (the last of %d that failed in the run was rank %d)", count,
        last);
}
template <class Program>
[[gnu::always_inline]] inline int raise(Call<Program>& call, Cause cause) noexcept {
    return raise<Program>(call.owner(), cause);
}

// The cause of a request that is complete; none of one that ended as it should.
template <class Request>
[[nodiscard]] Cause cause_in(const Request& request) noexcept {
    if constexpr (Request::may_be_task)
        if (request.is_task()) return cause_of(request.task->error);
    Cause cause = Cause::none;
    if (request.receives) cause = process::failures::cause_in(request.receiving.sent_bytes);
    if (request.sends && cause == Cause::none) cause = request.sending.transit.cause;
    return cause;
}

struct EndedByFailures {
    static constexpr std::string_view name = "failures of ranks end operations";
    using points =
        boost::mp11::mp_list<point::MessageIsUnfit, point::MessageIsFound, point::SendIsOver,
                             point::AllAreAwaited, point::RequestIsFound, point::MessageIsCancelled,
                             point::FailuresAreAcknowledged, point::RequestIsConcluded, point::BegunHasFailed,
                             point::PartIsAddressed, point::PartIsSent, point::PartIsOver, point::PartIsWrong,
                             point::ErrorEnds, point::OperandsHaveCome, point::AgreementEnds,
                             point::CommunicatorMade, point::NewRanksAreLeft>;

    template <class Program>
    static int at(point::MessageIsUnfit, Call<Program>& call, std::size_t sent_bytes) noexcept {
        const Cause cause = of_blocking(process::failures::cause_in(sent_bytes));
        return cause == Cause::none ? MPI_SUCCESS : raise(call, cause);
    }
    template <class Program>
    static bool at(point::MessageIsFound, Call<Program>& call, const void* parcel,
                   const auto& expected) noexcept {
        if (parcel != &Interface<Program>::types::Failures::hopeless) [[likely]]
            return true;
        auto& state = call.state();
        return call.refuse(raise(
            call, of_blocking(state.failures.cause_of_miss(state, expected, process::failures::count()))));
    }
    template <class Program>
    static int at(point::SendIsOver, RankState<Program>& state, const auto& sending) noexcept {
        if (sending.transit.cause == Cause::none) return MPI_SUCCESS;
        auto call = this_call<Program>(
            FailuresOfRank<RankState<Program>>::find_handle(state, sending.parcel.envelope.header.context()));
        return raise(call, sending.transit.cause);
    }

    // Waits for all, or until a failure ends one of them. Others may never be complete then: those that are
    // not are MPI_ERR_PENDING (MPI-5.0 section 3.7.5).
    template <class Program>
    static int at(point::AllAreAwaited, Call<Program>& call, MPI_Request* handles, int count,
                  MPI_Status* statuses, bool& are_ended) noexcept {
        for (bool is_first = true;; is_first = false) {
            const auto* const failed = wait_for_all_or_failure(call, handles, count);
            if (failed == nullptr && is_first) return MPI_SUCCESS;
            are_ended = true;
            if (failed != nullptr) {
                call.raise_errors_on(failed->comm);
                call.state().communicator.progress(); // ends all that can't be complete
            }
            const Ended ended = end_complete(call, handles, count, statuses, is_first);
            if (ended.any_failed) return raise_in_status(call);
            if (!ended.any_left) return MPI_SUCCESS; // messages of receives from any rank have come
        }
    }

    // A receive from any rank goes on after its error.
    template <class Program>
    static int at(point::RequestIsFound, Call<Program>& call, request_of<Program>& request) noexcept {
        if (!process::failures::any() || !request.receives || request.is_task() || !is_interrupted(request))
            return MPI_SUCCESS;
        go_on(call, request);
        if (request.receiving.is_complete()) return MPI_SUCCESS;
        call.raise_errors_on(request.comm);
        return raise(call, Cause::peer_may_have_failed);
    }
    // One that would go on after its error, which the program has not seen, is under way.
    template <class Program>
    static void at(point::MessageIsCancelled, Call<Program>&, request_of<Program>& request) noexcept {
        if (!process::failures::any() || !request.receives || !is_interrupted(request)) return;
        request.cancelled = true;
        request.receiving.sent_bytes = 0;
    }
    template <class Program>
    static void at(point::FailuresAreAcknowledged, Call<Program>& call, MPI_Comm comm) noexcept {
        with(call.state().requests, [&](auto& requests) {
            requests.for_each([&](auto& request) {
                if (request.comm == comm && request.is_active() && request.receives && !request.is_task() &&
                    is_interrupted(request))
                    go_on(call, request);
            });
        });
    }
    template <class Program>
    static void at(point::RequestIsConcluded, Call<Program>& call, request_of<Program>& request,
                   int& error) noexcept {
        if (!process::failures::any()) [[likely]]
            return;
        Cause cause = cause_of(error); // of a collective
        if (error == MPI_SUCCESS && request.sends && !request.is_task())
            cause = request.sending.transit.cause;
        if (cause != Cause::none) error = raise(call, cause);
    }
    // The request is complete: waiting for it raises the error.
    static bool at(point::BegunHasFailed, auto&, int error) noexcept {
        return cause_of(error) == Cause::none;
    }

    static int at(point::AgreementEnds, auto&, bool is_known_to_all) noexcept {
        return error_of(is_known_to_all ? Cause::none : Cause::peer_failed);
    }

    // They learn of it when they use the communicator.
    static void at(point::NewRanksAreLeft, auto&, int context) noexcept {
        process::failures::revoke(context, inter_span, -1);
    }

    // ---- Of collectives

    // Others are alive, and get what follows.
    static bool at(point::ErrorEnds, auto&) noexcept { return false; }

    // A function of the program's gets what ranks have contributed, or nothing.
    template <class Program>
    static bool at(point::OperandsHaveCome, Call<Program>& call) noexcept {
        return cause_of(call.error()) == Cause::none;
    }

    // What follows a failure says so, in place of data.
    template <class Program>
    static bool at(point::PartIsSent, Call<Program>& call) noexcept {
        return cause_of(call.error()) == Cause::none;
    }
    template <class Program>
    static void at(point::PartIsAddressed, Call<Program>& call, auto& sending) noexcept {
        sending.parcel.transit.is_failure = cause_of(call.error()) != Cause::none;
    }
    template <class Program>
    static void at(point::PartIsOver, Call<Program>& call, const auto& sending) noexcept {
        note(call, sending.transit.cause);
    }
    template <class Program>
    static bool at(point::PartIsWrong, Call<Program>& call, const auto& receiving) noexcept {
        const Cause cause = process::failures::cause_in(receiving.sent_bytes);
        note(call, cause);
        return cause == Cause::none;
    }
    // What is made without messages is made by all that take part, or by none.
    template <class Program>
    static bool at(point::CommunicatorMade, Call<Program>& call, MPI_Comm comm, const auto&) noexcept {
        const int error = barrier(call, comm);
        return error == MPI_SUCCESS || call.refuse(error);
    }

  private:
    template <class Program>
    [[gnu::cold, gnu::noinline]] static int raise_in_status(Call<Program>& call) noexcept {
        return call.template fail<MPI_ERR_IN_STATUS>(
            "a rank that takes part has failed, or the communicator was revoked");
    }
    // A receive from any rank that one has ended which may have sent.
    [[nodiscard]] static bool is_interrupted(const auto& request) noexcept {
        return process::failures::cause_in(request.receiving.sent_bytes) == Cause::peer_may_have_failed;
    }
    static void go_on(auto& call, auto& request) noexcept {
        request.receiving.complete = false;
        request.receiving.sent_bytes = 0;
        call.state().communicator.begin(request.receiving);
    }
    // The first request that a failure has ended; null: all are complete.
    template <class Program>
    [[nodiscard]] static const request_of<Program>*
    wait_for_all_or_failure(Call<Program>& call, const MPI_Request* handles, int count) noexcept {
        int index = 0;
        const auto is_ended = [&] {
            return process::failures::any() && first_failed(call, handles, count) != nullptr;
        };
        call.state().awaited_requests.all = {handles, count};
        call.state().communicator.wait_until([&] {
            while (index < count && is_over(call, handles[index])) ++index;
            return index == count || is_ended();
        });
        call.state().awaited_requests.all = {};
        return is_ended() ? first_failed(call, handles, count) : nullptr;
    }
    template <class Program>
    [[nodiscard]] static bool is_over(Call<Program>& call, MPI_Request handle) noexcept {
        const auto* const request = internal::find_active(call, handle);
        return request == nullptr || request->is_complete();
    }

    struct Ended {
        bool any_failed = false;
        bool any_left = false;
    };
    // Those that were ended before, of which a first look knows nothing, keep their statuses.
    template <class Program>
    [[nodiscard]] static Ended end_complete(Call<Program>& call, MPI_Request* handles, int count,
                                            MPI_Status* statuses, bool is_first) noexcept {
        const RaisedOnce once(call.state().failures);
        Ended ended;
        bool any_error = false;
        for (int one = 0; one < count; ++one) {
            if (!is_first && internal::find_active(call, handles[one]) == nullptr) continue;
            int error = MPI_ERR_PENDING;
            if (is_over(call, handles[one])) {
                error = internal::wait_and_retire_one<Program>(handles, count, one,
                                                               internal::status_of(statuses, one));
                ended.any_failed = ended.any_failed || error != MPI_SUCCESS;
            } else {
                ended.any_left = true;
            }
            any_error = internal::note_error(statuses, one, error, any_error);
        }
        return ended;
    }

    // Of those that are complete; null when there is none.
    template <class Program>
    [[nodiscard]] static const request_of<Program>*
    first_failed(Call<Program>& call, const MPI_Request* handles, int count) noexcept {
        for (int index = 0; index < count; ++index) {
            const auto* request = internal::find_active(call, handles[index]);
            if (request != nullptr && request->is_complete() && cause_in(*request) != Cause::none)
                return request;
        }
        return nullptr;
    }
    template <class Program>
    static void note(Call<Program>& call, Cause cause) noexcept {
        if (cause != Cause::none && call.error() == MPI_SUCCESS)
            static_cast<void>(call.refuse(error_of(cause)));
    }
};

} // namespace survived

namespace internal {
// MPI_SUCCESS for a handle of no communicator, whose error is another one.
template <class Program>
[[nodiscard, gnu::cold, gnu::noinline]] int raised_if_revoked(MPI_Comm comm) noexcept {
    auto call = this_call<Program>(comm);
    return call.look_up(comm) && process::failures::is_revoked(call.view(comm).context())
               ? survived::raise(call, survived::Cause::revoked)
               : MPI_SUCCESS;
}
template <class Program>
[[nodiscard, gnu::cold, gnu::noinline]] int raised(typename CallContext<Program>::Owner owner,
                                                   int error) noexcept {
    const survived::Cause cause = survived::cause_of(error);
    return cause == survived::Cause::none ? error : survived::raise<Program>(owner, cause);
}
} // namespace internal

// See aspects/call/after_failures.hpp.
template <class Program, class... Arguments>
[[nodiscard, gnu::always_inline]] inline int raised_if_revoked(Call<Program>&,
                                                               Arguments... arguments) noexcept {
    return internal::raised_if_revoked<Program>(internal::communicator_of(arguments...));
}
template <class Program>
[[nodiscard, gnu::always_inline]] inline int raised_after_failures(Call<Program>& call, int error) noexcept {
    return internal::raised<Program>(call.owner(), error);
}

} // namespace sartor::mpi
