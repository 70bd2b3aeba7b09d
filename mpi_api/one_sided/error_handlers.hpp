// Error handlers of windows: MPI_Win_create_errhandler, set, get, call (MPI-5.0 section 9.3.2).
#pragma once

#include "mpi_api/environment/error_handlers.hpp"
#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi {

template <class Program>
int win_create_errhandler(Call<Program>& call, MPI_Win_errhandler_function* function,
                          MPI_Errhandler* handle) noexcept {
    return internal::made_errhandler(call, call.state().handlers.make_for_windows(function, call.site()),
                                     handle);
}

// MPIX_Win_create_errhandler_x.
template <class Program>
int win_create_errhandler_x(Call<Program>& call, MPIX_Win_errhandler_function_x* function,
                            MPIX_Destructor_function* destructor, void* state,
                            MPI_Errhandler* handle) noexcept {
    return internal::made_errhandler_with_state(call, HandlerKind::windows, function, {state, destructor},
                                                handle);
}

template <class Program>
int win_set_errhandler(Call<Program>& call, MPI_Win win, MPI_Errhandler handle) noexcept {
    if (!call.handler_is_for(HandlerKind::windows, "errhandler", handle)) return call.error();
    internal::replace_errhandler(call, internal::window_of(call, win).errhandler, handle);
    return MPI_SUCCESS;
}

// Gives a new reference, which the program frees.
template <class Program>
int win_get_errhandler(Call<Program>& call, MPI_Win win, MPI_Errhandler* handle) noexcept {
    const MPI_Errhandler set = internal::window_of(call, win).errhandler;
    *handle = set == nullptr ? MPI_ERRORS_ARE_FATAL : set;
    call.state().handlers.give(*handle);
    return MPI_SUCCESS;
}

// Runs the handler with `code` and succeeds; ends the run if the handler is fatal.
template <class Program>
int win_call_errhandler(Call<Program>& call, MPI_Win win, int code) noexcept {
    auto& handlers = call.state().handlers;
    const MPI_Errhandler handler = internal::window_of(call, win).errhandler;
    if (handlers.is_fatal(handler))
        return call.template fail<MPI_ERR_OTHER>("called with error code %d", code);
    handlers.handle_of_window(handler, win, code);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
