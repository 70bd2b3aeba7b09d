// Error handlers of sessions: MPI_Session_create_errhandler, set, get, call (MPI-5.0 section 9.3.4).
#pragma once

#include "mpi_api/environment/error_handlers.hpp"

namespace sartor::mpi {

template <class Program>
int session_create_errhandler(Call<Program>& call, MPI_Session_errhandler_function* function,
                              MPI_Errhandler* handle) noexcept {
    return internal::made_errhandler(call, call.state().handlers.make_for_sessions(function, call.site()),
                                     handle);
}

// MPIX_Session_create_errhandler_x.
template <class Program>
int session_create_errhandler_x(Call<Program>& call, MPIX_Session_errhandler_function_x* function,
                                MPIX_Destructor_function* destructor, void* state,
                                MPI_Errhandler* handle) noexcept {
    return internal::made_errhandler_with_state(call, HandlerKind::sessions, function, {state, destructor},
                                                handle);
}

// Handlers made for communicators are MPI_ERR_ERRHANDLER.
template <class Program>
int session_set_errhandler(Call<Program>& call, MPI_Session session, MPI_Errhandler handle) noexcept {
    if (!call.handler_is_for(HandlerKind::sessions, "errhandler", handle)) return call.error();
    internal::replace_errhandler(call, call.state().sessions.find(session)->errhandler, handle);
    return MPI_SUCCESS;
}

// Gives a new reference, which the program frees.
template <class Program>
int session_get_errhandler(Call<Program>& call, MPI_Session session, MPI_Errhandler* handle) noexcept {
    auto& state = call.state();
    *handle = state.sessions.find(session)->errhandler;
    state.handlers.give(*handle);
    return MPI_SUCCESS;
}

// Runs the handler with `code` and succeeds; ends the run if the handler is fatal.
template <class Program>
int session_call_errhandler(Call<Program>& call, MPI_Session session, int code) noexcept {
    auto& state = call.state();
    const MPI_Errhandler handler = state.sessions.find(session)->errhandler;
    if (state.handlers.is_fatal(handler))
        return call.template fail<MPI_ERR_OTHER>("called with error code %d", code);
    state.handlers.handle(handler, MPI_COMM_NULL, session, code);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
