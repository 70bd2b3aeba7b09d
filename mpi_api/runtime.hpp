// The MPI layers as the process runtime sees them: it makes their state, queries what a rank waits for, and
// ends them.
#pragma once

#include <cstdint>
#include <new>

#include "mpi_api/call/points.hpp"
#include "mpi_api/reports/leftovers.hpp"
#include "mpi_api/reports/reasons_of_deadlocks.hpp"
#include "mpi_api/reports/unmatched_collectives.hpp"
#include "mpi_api/reports/waiting.hpp"
#include "mpi_api/state/state.hpp"
#include "runtime/accesses/watched_memory.hpp"
#include "runtime/reports/suppressions.hpp"
#include "transports/machine.hpp"

namespace sartor::mpi {

namespace internal {

// Called once per worker, before the states of its ranks are made, with transport_bytes of memory.
template <class Program>
void construct_transport(void* memory, int worker, int workers) {
    new (memory) typename Interface<Program>::types::Transport(worker, workers);
}
template <class Program>
void destroy_transport(void* transport) {
    using Transport = typename Interface<Program>::types::Transport;
    static_cast<Transport*>(transport)->~Transport();
}
// Brings what has arrived at a worker to its ranks' queues. False: nothing had arrived.
template <class Program>
bool collect(void* transport) {
    return static_cast<typename Interface<Program>::types::Transport*>(transport)->collect();
}

// Makes a rank's state of MPI in memory that the runtime supplies, on the rank's worker. Without memory for
// the threads that call MPI the run ends with exit code 1.
template <class Program>
void construct(void* memory, process::Rank& rank) {
    auto* const state = new (memory) RankState<Program>(rank);
    state->communicator.protocol().attach(rank);
    state->communicator.observer().open(rank);
    state->failures.begin();
    state->faults.begin();
    if (!Interface<Program>::types::Callers::prepare(rank)) {
        process::report("no memory for threads that call MPI at once");
        process::end_run(1);
    }
}
// After all ranks have ended and all messages have arrived: reports objects that were not freed (with
// --report; one line for all of them with --checked alone) and collective calls that no other rank matched
// (exit code), then closes the communicator's queues. The state is valid until destroy().
template <class Program>
void close(process::Rank& rank) {
    auto& state = process::state_of<RankState<Program>>(rank);
    const bool is_whole = !Interface<Program>::types::Failures::any();
    if (is_whole && (process::reports_leftovers() || Interface<Program>::Rules::are_strict))
        report_leftovers(state, rank);
    if constexpr (Interface<Program>::has_collectives)
        if (is_whole) check_unmatched(state, rank);
    state.faults.end(rank);
    state.communicator.close();
}
// Frees the state after all ranks of the worker are closed: flows that have not ended are ended, requests
// with resources are destroyed one by one. Cost: O(live requests) for programs with requests.
template <class Program>
void destroy(process::Rank& rank) {
    auto& state = process::state_of<RankState<Program>>(rank);
    state.tasks.end_all(state);
    if constexpr (has_all<typename Program::features, feature::immediate, feature::cancellation>)
        state.requests.for_each([]<class Request>(Request& request) { request.~Request(); });
    state.~RankState<Program>();
}

// The function that would have closed MPI; null when it is closed.
template <class Program>
const char* missing_end(const RankState<Program>& state) {
    if (state.sessions.any_open()) return "MPI_Session_finalize";
    return state.phase == Phase::initialized ? "MPI_Finalize" : nullptr;
}

// The end of a rank's main function. Returns the MPI function that the program should have called, or null.
template <class Program>
const char* ended(process::Rank& rank) {
    auto& state = process::state_of<RankState<Program>>(rank);
    state.communicator.end();
    const char* const missing = missing_end(state);
    state.failures.end(rank, missing);
    return missing;
}

// For reports of crashes in programs built with --checked: which buffers the rank's call got. Writes at most
// `bytes` characters, the terminating zero included.
template <class Program>
void describe_buffers(const process::Rank& rank, char* text, std::size_t bytes) {
    process::state_of<const RankState<Program>>(rank).call_buffers.describe(rank, text, bytes);
}

// A load or a store of the program's, in programs built with --checked. Functions of operations, which MPI
// calls, may access what operations have. Where threads of a rank call at once, it is a call beside theirs.
template <class Program>
void look_at(process::Rank& rank, const process::Access& access) {
    auto& state = process::state_of<RankState<Program>>(rank);
    const typename Interface<Program>::types::Callers::Inside inside(rank);
    using Aspects = typename Interface<Program>::PointAspects;
    const bool is_of_operation = state.user_operations.is_applying();
    if (access.first != access.behind && !is_of_operation)
        at_point<Aspects>(point::MemoryIsTouched(), state, access);
    if (access.polls) return static_cast<void>(at_point<Aspects>(point::MemoryIsPolled(), state, access));
    if (!is_of_operation) at_point<Aspects>(point::MemoryIsAccessed(), state, access);
}

template <class Program>
constexpr process::Checks checks = {&describe_buffers<Program>, &look_at<Program>, &process::is_suppressed,
                                    &process::report_suppressed};

// How many messages the rank has received so far: the watchdog compares two readings.
template <class Program>
std::uint64_t progress(const process::Rank& rank) {
    return process::state_of<const RankState<Program>>(rank).communicator.delivered();
}

} // namespace internal

template <class Program>
constexpr void Strict::complete(process::Program& program) noexcept {
    program.checks = &internal::checks<Program>;
}

// The table of functions and sizes through which the process runtime uses this cut. A compile-time constant;
// what the program's features do not need is a null pointer.
template <class Program>
[[nodiscard]] constexpr process::Program runtime_program() {
    process::Program program = {sizeof(typename Interface<Program>::types::Transport),
                                &internal::construct_transport<Program>,
                                &internal::destroy_transport<Program>,
                                &internal::collect<Program>,
                                sizeof(RankState<Program>),
                                &internal::construct<Program>,
                                &internal::close<Program>,
                                &internal::destroy<Program>,
                                &internal::ended<Program>,
                                &internal::query_awaited<Program>,
                                &internal::query_awaited_rank<Program>,
                                &internal::progress<Program>};
    program.meets_new_ranks = has<typename Program::features, feature::spawned>;
    if constexpr (Interface<Program>::has_collectives)
        program.explain_deadlock = &internal::explain_deadlock<Program>;
    Interface<Program>::Rules::template complete<Program>(program);
    if constexpr (Interface<Program>::types::Communicator::serves_others)
        program.serve = &process::Worker::serve;
    if constexpr (Interface<Program>::types::Communicator::chooses)
        program.schedule = &process::choices::schedule;
    if constexpr (machine::Emulated<typename Program::machine>) {
        program.schedule = Program::machine::schedule();
        program.machine = Program::machine::described();
    }
    return program;
}

} // namespace sartor::mpi
