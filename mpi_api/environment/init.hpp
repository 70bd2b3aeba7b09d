// The life of MPI in a rank: MPI_Init to MPI_Finalize, MPI_Abort, thread levels (MPI-5.0 chapter 11).
#pragma once

#include "mpi_api/environment/error_handlers.hpp"
#include "mpi_api/point_to_point/messages/requests.hpp"
#include "mpi_api/state/thread_level.hpp"
#include "runtime/spawning.hpp"

namespace sartor::mpi {

namespace internal {

// See processes/sides/parent.hpp, which programs that can be started by others have.
template <class Program>
int meet_parent(Call<Program>& call, const process::Spawned& started) noexcept;

// Where there are other worlds: what ranks of all of them need to meet, and the parents of this one.
// MPI_ERR_NO_MEM.
template <class Program>
int join_family([[maybe_unused]] Call<Program>& call) noexcept {
    if constexpr (Interface<Program>::is_spawned) {
        auto& communicators = call.state().communicators;
        Group* const all = Group::make_regular(process::most_ranks(), 0, 1);
        CommunicatorObject* const everyone =
            all == nullptr ? nullptr : communicators.make(all, world_context, nullptr);
        if (everyone == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory for communicators");
        call.state().family.everyone = communicators.handle_of(*everyone);
        const process::Spawned* const started = call.state().family.spawned();
        if (started != nullptr && started->has_parent()) return meet_parent(call, *started);
    }
    return MPI_SUCCESS;
}

// MPI_ERR_OTHER when MPI is or was initialized, MPI_ERR_NO_MEM. No communication: ranks need not wait for
// each other, but for those that another program starts.
template <class Program>
int start(Call<Program>& call, int thread_level) noexcept {
    RankState<Program>& state = call.state();
    if (state.phase == Phase::initialized)
        return call.template fail<MPI_ERR_OTHER>("MPI is initialized already");
    if (state.phase == Phase::finalized)
        return call.template fail<MPI_ERR_OTHER>("MPI was finalized: it can't be initialized again");
    if constexpr (Interface<Program>::manages_communicators)
        if (!state.communicators.set_up(state.family.world(), state.family.context()))
            return call.template fail<MPI_ERR_NO_MEM>("no memory for communicators");
    state.communicator.callers().begin(Interface<Program>::has_sessions ||
                                       thread_level == MPI_THREAD_MULTIPLE);
    state.phase = Phase::initialized;
    state.thread_level = static_cast<std::int16_t>(thread_level);
    return join_family(call);
}

// What one of the rank's threads that wait in MPI has called; null when none waits.
[[nodiscard]] inline const char* call_of_other_thread() noexcept {
    const char* function = nullptr;
    if (const process::CriticalSection* section = process::current->critical_section)
        section->for_each_waiting([&](const process::Caller& one) { function = one.call; });
    return function;
}

} // namespace internal

template <class Program>
int init(Call<Program>& call, int*, char***) noexcept {
    return internal::start(call, MPI_THREAD_SINGLE);
}

// Grants the required level or the highest there is (state/thread_level.hpp). MPI_ERR_ARG for an unknown
// level.
template <class Program>
int init_thread(Call<Program>& call, int*, char***, int required, int* provided) noexcept {
    if (required != MPI_THREAD_SINGLE && required != MPI_THREAD_FUNNELED &&
        required != MPI_THREAD_SERIALIZED && required != MPI_THREAD_MULTIPLE)
        return call.template fail<MPI_ERR_ARG>(
            "required = %d: expected MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, "
            "MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE",
            required);
    const int most = internal::highest_thread_level<Program>();
    *provided = required < most ? required : most;
    return internal::start(call, *provided);
}

template <class Program>
int query_thread(Call<Program>& call, int* provided) noexcept {
    *provided = call.state().thread_level;
    return MPI_SUCCESS;
}

template <class Program>
int is_thread_main(Call<Program>& call, int* flag) noexcept {
    *flag = call.state().communicator.callers().is_main() ? 1 : 0;
    return MPI_SUCCESS;
}

template <class Program>
int initialized(Call<Program>& call, int* flag) noexcept {
    *flag = call.state().phase != Phase::before_init;
    return MPI_SUCCESS;
}

template <class Program>
int finalized(Call<Program>& call, int* flag) noexcept {
    *flag = call.state().phase == Phase::finalized;
    return MPI_SUCCESS;
}

// Deletes the attributes of MPI_COMM_SELF first, by whose callbacks programs clean up (MPI-5.0 section
// 11.2.4). Then waits for operations that still read or write the program's memory: freed requests, buffered
// messages. An error of a callback leaves MPI initialized.
template <class Program>
int finalize(Call<Program>& call) noexcept {
    auto& state = call.state();
    if (!call.at(point::Finalizes())) return call.error();
    if constexpr (Interface<Program>::has_many_threads)
        if (const char* other = internal::call_of_other_thread(); other != nullptr)
            return call.template fail<MPI_ERR_OTHER>("another thread of this rank is in %s", other);
    if constexpr (Interface<Program>::manages_communicators) {
        int error = MPI_SUCCESS;
        state.communicators.for_each_predefined([&](MPI_Comm comm) {
            if (error == MPI_SUCCESS)
                error = state.communicators.find(comm)->attributes.drop_all(state.keyvals, comm);
        });
        if (error != MPI_SUCCESS) return call.fail_in_callback("the delete callback", error);
    }
    with(state.requests, [&](auto&) { wait_for_released_requests(call); });
    if constexpr (Interface<Program>::has_buffering) state.communicator.flush_all();
    if constexpr (Interface<Program>::has_states_of_handlers) internal::release_predefined_handlers(call);
    call.state().phase = Phase::finalized;
    return MPI_SUCCESS;
}

// MPI_Abort: ends all ranks of the run, whatever the communicator, but in programs that survive failures. An
// exit code has 8 bits: a code whose low 8 bits are 0 ends with 1. Does not return.
template <class Program>
int abort(Call<Program>& call, MPI_Comm comm, int code) noexcept {
    call.at(point::GroupAborts(), comm, code);
    process::report("rank %d: MPI_Abort with code %d", process::current->number, code);
    process::end_run(code != 0 && (code & 0xff) == 0 ? 1 : code & 0xff);
}

} // namespace sartor::mpi
