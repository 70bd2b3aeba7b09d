// Error handlers of files: MPI_File_create_errhandler, set, get, call (MPI-5.0 section 9.3.3). The handler of
// MPI_FILE_NULL is the one that files get when they are opened.
#pragma once

#include "mpi_api/environment/error_handlers.hpp"

namespace sartor::mpi {

namespace internal {

// The handler of the call's file, or of MPI_FILE_NULL.
template <class Program>
[[nodiscard]] MPI_Errhandler& file_handler(Call<Program>& call) noexcept {
    FileObject* const file = call.checked_file();
    return file != nullptr ? file->errhandler : call.state().file_errors.handler;
}

} // namespace internal

// MPI_ERR_NO_MEM when there is no memory for the handler.
template <class Program>
int file_create_errhandler(Call<Program>& call, MPI_File_errhandler_function* function,
                           MPI_Errhandler* handle) noexcept {
    return internal::made_errhandler(call, call.state().handlers.make_for_files(function, call.site()),
                                     handle);
}

// MPIX_File_create_errhandler_x.
template <class Program>
int file_create_errhandler_x(Call<Program>& call, MPIX_File_errhandler_function_x* function,
                             MPIX_Destructor_function* destructor, void* state,
                             MPI_Errhandler* handle) noexcept {
    return internal::made_errhandler_with_state(call, HandlerKind::files, function, {state, destructor},
                                                handle);
}

// The old handler loses one reference.
template <class Program>
int file_set_errhandler(Call<Program>& call, MPI_File, MPI_Errhandler handle) noexcept {
    if (!call.handler_is_for(HandlerKind::files, "errhandler", handle)) return call.error();
    call.state().file_errors.is_chosen = true;
    internal::replace_errhandler(call, internal::file_handler(call), handle);
    return MPI_SUCCESS;
}

// Gives a new reference, which the program frees.
template <class Program>
int file_get_errhandler(Call<Program>& call, MPI_File, MPI_Errhandler* handle) noexcept {
    *handle = internal::file_handler(call);
    call.state().handlers.give(*handle);
    return MPI_SUCCESS;
}

// Runs the handler with `code` and succeeds; ends the run if the handler is fatal.
template <class Program>
int file_call_errhandler(Call<Program>& call, MPI_File file, int code) noexcept {
    auto& handlers = call.state().handlers;
    const MPI_Errhandler handler = internal::file_handler(call);
    if (handlers.is_fatal(handler))
        return call.template fail<MPI_ERR_OTHER>("called with error code %d", code);
    call.state().returned_error = true;
    handlers.handle_of_file(handler, file, code);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
