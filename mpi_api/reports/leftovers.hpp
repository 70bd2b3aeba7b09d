// What a rank's program has not freed or not received at its end (sartor run --report).
#pragma once

#include "mpi_api/collective/tags/tags.hpp"
#include "mpi_api/state/state.hpp"
#include "runtime/reports/left_reports.hpp"

namespace sartor::mpi {

namespace internal {

// Kinds of findings (configurator/findings/rules.hpp).
inline constexpr const char* not_freed = "not-freed";
inline constexpr const char* never_received = "never-received";

// Reports each object of a pool that is left, with the call site that made it. Objects without a call site
// are the library's own.
template <class Rules, class Pool, class IsLeft>
void report_left(const char* kind, const char* what, const Pool& pool, IsLeft is_left,
                 const process::Rank& rank) noexcept requires requires {
    pool.for_each([](auto&) {});
}
{
    pool.for_each([&](auto& object) {
        const void* call_site = Pool::made_at(object);
        if (call_site == nullptr || !is_left(object) || Rules::suppresses(rank, kind, call_site)) return;
        process::report_left(rank, call_site, "%s", what);
    });
}
// A program without such objects leaves none.
template <class Rules, class Absent, class IsLeft>
void report_left(const char*, const char*, const Absent&, IsLeft, const process::Rank&) noexcept {}

// The same for a family of handles, which may have no pool.
template <class Rules, class Handles, class IsLeft>
void report_handles(const char* what, const Handles& handles, IsLeft is_left,
                    const process::Rank& rank) noexcept {
    if constexpr (requires { handles.pool(); })
        report_left<Rules>(not_freed, what, handles.pool(), is_left, rank);
}

template <class Rules, class Envelope>
void report_unreceived(const Envelope& envelope, const process::Rank& rank) noexcept {
    const auto& header = envelope.header;
    if (Rules::suppresses(rank, never_received, nullptr)) return;
    if (tags::is_collective(header.tag()))
        process::report_left(
            rank, nullptr,
            "a message of %zu bytes of a collective, from rank %d of its communicator, was never received",
            envelope.storage.bytes, header.source());
    else
        process::report_left(
            rank, nullptr,
            "a message of %zu bytes from rank %d of its communicator with tag %d was never received",
            envelope.storage.bytes, header.source(), header.tag());
}

} // namespace internal

// After all ranks have ended: no operation is under way. O(objects). With --checked the run fails by what is
// left.
template <class State>
void report_leftovers(State& state, const process::Rank& rank) noexcept {
    using namespace internal;
    using Rules = typename State::I::Rules;
    Rules::note_leftovers();
    const auto any = [](const auto&) { return true; };
    report_left<Rules>(
        not_freed, "a request was neither completed nor freed", state.requests,
        [](const auto& request) { return !request.released && !request.shared; }, rank);
    report_left<Rules>(never_received, "a message was taken by a probe and never received", state.messages,
                       any, rank);
    report_handles<Rules>("a communicator was not freed", state.communicators, any, rank);
    report_handles<Rules>("a file was not closed", state.files, any, rank);
    report_handles<Rules>("a window was not freed", state.windows, any, rank);
    report_handles<Rules>("a group was not freed", state.groups, any, rank);
    report_handles<Rules>("a datatype was not freed", state.datatypes, any, rank);
    report_handles<Rules>("an operation was not freed", state.user_operations, any, rank);
    report_handles<Rules>("an info object was not freed", state.infos, any, rank);
    report_handles<Rules>(
        "an error handler was not freed", state.handlers,
        [](const auto& handler) { return handler.handles > 0; }, rank);
    state.allocated_memory.for_each([&](const void* call_site) {
        if (!Rules::suppresses(rank, not_freed, call_site))
            process::report_left(rank, call_site, "memory of MPI_Alloc_mem was not freed");
    });
    state.communicator.for_each_unreceived(
        [&](const auto& envelope) { report_unreceived<Rules>(envelope, rank); });
}

} // namespace sartor::mpi
