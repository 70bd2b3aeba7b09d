// MPI_T_init_thread, MPI_T_finalize (MPI-5.0 section 15.3.4).
#pragma once

#include "mpi_api/environment/time.hpp"
#include "mpi_api/state/thread_level.hpp"
#include "mpi_api/tools/variables/events.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
double seconds_for_tools() noexcept {
    if constexpr (machine::Emulated<typename Program::machine>) return Program::machine::seconds();
    return static_cast<double>(process::now()) * seconds_per_nanosecond;
}

} // namespace internal

// Counting begins with the first call. May be called again, before MPI_Init and after MPI_Finalize.
template <class Program>
int t_init_thread(Call<Program>& call, int required, int* provided) noexcept {
    const int most = internal::highest_thread_level<Program>();
    internal::give(provided, required < most ? required : most);
    if (call.state().tools.initialized++ == 0)
        call.state().communicator.observer().counters().seconds = &internal::seconds_for_tools<Program>;
    return MPI_SUCCESS;
}

// The last call frees all handles and sessions.
template <class Program>
int t_finalize(Call<Program>& call) noexcept {
    Tools& tools = call.state().tools;
    if (tools.initialized == 0) return MPI_T_ERR_NOT_INITIALIZED;
    if (--tools.initialized > 0) return MPI_SUCCESS;
    tools.performance_handles.for_each([&](PerformanceHandle& handle) {
        internal::stop(call, handle);
        tools.performance_handles.free(handle);
    });
    tools.sessions.for_each([&](PerformanceSession& session) { tools.sessions.free(session); });
    tools.control_handles.for_each([&](ControlHandle& handle) { tools.control_handles.free(handle); });
    tools.registrations.for_each([&](EventRegistration& one) { tools.registrations.free(one); });
    observation::ToolCounters& counters = call.state().communicator.observer().counters();
    counters.seconds = nullptr;
    counters.notify = nullptr;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
