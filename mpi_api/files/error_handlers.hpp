// Error handlers of files: MPI_File_create_errhandler, set, get, call (MPI-5.0 section 9.3.3). The handler of
// MPI_FILE_NULL is the one that files get when they are opened.
#pragma once

#include "mpi_api/environment/error_handlers.hpp"
#include "mpi_api/files/errors/null_file.hpp"

namespace sartor::mpi {

// MPI_ERR_NO_MEM when there is no memory for the handler.
template <class Program>
int file_create_errhandler(Call<Program>& call, MPI_File_errhandler_function* function,
                           MPI_Errhandler* handle) noexcept {
    return internal::made_errhandler(call, call.state().handlers.make_for_files(function, call.site()),
                                     handle);
}

// Requires MPI_FILE_NULL: until files can be opened, any other handle gives MPI_ERR_FILE. The old handler
// loses one reference.
template <class Program>
int file_set_errhandler(Call<Program>& call, MPI_File file, MPI_Errhandler handle) noexcept {
    int error = MPI_SUCCESS;
    if (!internal::is_null_file(call, file, &error)) return error;
    internal::replace_errhandler(call, call.state().file_errors.handler, handle);
    return MPI_SUCCESS;
}

// Gives a new reference, which the program frees.
template <class Program>
int file_get_errhandler(Call<Program>& call, MPI_File file, MPI_Errhandler* handle) noexcept {
    int error = MPI_SUCCESS;
    if (!internal::is_null_file(call, file, &error)) return error;
    *handle = call.state().file_errors.handler;
    call.state().handlers.give(*handle);
    return MPI_SUCCESS;
}

// Runs the handler with `code` and succeeds; ends the run if the handler is fatal.
template <class Program>
int file_call_errhandler(Call<Program>& call, MPI_File file, int code) noexcept {
    int error = MPI_SUCCESS;
    if (!internal::is_null_file(call, file, &error)) return error;
    if (call.state().handlers.is_fatal(call.state().file_errors.handler))
        return internal::fail_of_file<MPI_ERR_OTHER>(call, "called with error code %d", code);
    internal::hand_to_file_handler(call, code);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
