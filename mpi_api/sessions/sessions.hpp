// The life of a session: MPI_Session_init, get_info, finalize (MPI-5.0 section 11.3).
#pragma once

#include <algorithm>
#include <cstring>

#include "mpi_api/communicator/management.hpp"
#include "mpi_api/info/info.hpp"
#include "mpi_api/state/thread_level.hpp"

namespace sartor::mpi {

namespace internal {

struct ThreadLevel {
    const char* name;
    int value;
};
inline constexpr ThreadLevel thread_levels[] = {
    {"MPI_THREAD_SINGLE", MPI_THREAD_SINGLE},
    {"MPI_THREAD_FUNNELED", MPI_THREAD_FUNNELED},
    {"MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED},
    {"MPI_THREAD_MULTIPLE", MPI_THREAD_MULTIPLE},
};

// The level that the hints request, or the highest when they request none or more than there is. -1 after
// reporting MPI_ERR_INFO_VALUE.
template <class Program>
int session_thread_level(Call<Program>& call, MPI_Info info) noexcept {
    const int most = highest_thread_level<Program>();
    const char* const wanted = call.state().infos.hint(info, "thread_level");
    if (wanted == nullptr) return most;
    for (const ThreadLevel& level : thread_levels)
        if (std::strcmp(wanted, level.name) == 0) return std::min(level.value, most);
    call.template fail<MPI_ERR_INFO_VALUE>(
        "info: thread_level = \"%s\": expected MPI_THREAD_SINGLE, _FUNNELED, _SERIALIZED or _MULTIPLE",
        wanted);
    return -1;
}

// Frees the communicators and groups that came out of the session and were not freed. Stops at the first
// error of a delete callback.
template <class Program>
int free_session_objects(Call<Program>& call, MPI_Session session) noexcept {
    auto& state = call.state();
    int error = MPI_SUCCESS;
    state.communicators.for_each([&](CommunicatorObject& object) {
        if (error != MPI_SUCCESS || state.sessions.contexts().find(object.context) != session) return;
        MPI_Comm handle = state.communicators.handle_of(object);
        error = comm_free(call, &handle);
    });
    with(state.groups, [&](auto& groups) {
        if (error == MPI_SUCCESS) groups.free_those_of(session);
    });
    return error;
}

} // namespace internal

// MPI_Session_init: local; needs no MPI_Init. The handler also gets the errors of this call. MPI_ERR_NO_MEM.
template <class Program>
int session_init(Call<Program>& call, MPI_Info info, MPI_Errhandler handler, MPI_Session* handle) noexcept {
    const int thread_level = internal::session_thread_level(call, info);
    if (thread_level < 0) return call.error();
    auto& state = call.state();
    SessionObject* object = state.sessions.make();
    if (object == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory for a session");
    object->thread_level = thread_level;
    state.handlers.inherit(handler, object->errhandler);
    *handle = state.sessions.handle_of(*object);
    return MPI_SUCCESS;
}

// The thread level in force and the kinds of memory that can be allocated. The program frees the info object.
template <class Program>
int session_get_info(Call<Program>& call, MPI_Session session, MPI_Info* handle) noexcept {
    InfoObject* info = internal::new_info(call, handle);
    if (info == nullptr) return call.error();
    const int level = call.state().sessions.find(session)->thread_level;
    const char* name = std::ranges::find(internal::thread_levels, level, &internal::ThreadLevel::value)->name;
    return info->set("thread_level", name) && info->set("mpi_memory_alloc_kinds", "system,mpi")
               ? MPI_SUCCESS
               : call.template fail<MPI_ERR_NO_MEM>("no memory for an info object");
}

// As if MPI_Comm_disconnect was called for each communicator that is left; flushes the session's buffer. The
// session remains after an error of a callback.
template <class Program>
int session_finalize(Call<Program>& call, MPI_Session* handle) noexcept {
    if (!call.session("session", *handle)) return call.error();
    auto& state = call.state();
    const int error = internal::free_session_objects(call, *handle);
    if (error != MPI_SUCCESS) return error;
    if constexpr (Interface<Program>::has_own_buffers) {
        const auto key = Sessions::buffer_key(*handle);
        if (const auto* buffer = state.communicator.own_buffer(key)) state.communicator.flush(*buffer);
        state.communicator.drop_own_buffer(key);
    }
    SessionObject& object = *state.sessions.find(*handle);
    state.handlers.release(object.errhandler);
    state.sessions.free(object);
    *handle = MPI_SESSION_NULL;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
