// Errors of files: those of no open file belong to MPI_FILE_NULL, whose error handler is MPI_ERRORS_RETURN
// until the program sets another (MPI-5.0 sections 9.3 and 14.7).
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi::internal {

// Runs the handler of MPI_FILE_NULL, which must not be fatal, and returns `code`.
template <class Program>
int hand_to_file_handler(Call<Program>& call, int code) noexcept {
    auto& state = call.state();
    state.returned_error = true;
    return state.handlers.handle_of_file(state.file_errors.handler, MPI_FILE_NULL, code);
}

// Raises an error of class `Class` on MPI_FILE_NULL. Returns what the MPI function returns, or ends the run
// when the handler is fatal.
template <int Class, class Program, class... Arguments>
[[gnu::cold, gnu::noinline]] int fail_of_file(Call<Program>& call, const char* format,
                                              Arguments... arguments) noexcept {
    if (!call.state().handlers.is_fatal(call.state().file_errors.handler))
        return hand_to_file_handler(call, Class);
    end_in_error(error_name<Class>(), format, arguments...);
}

// Whether the handle is MPI_FILE_NULL, the only one there can be until files can be opened. False after
// raising MPI_ERR_FILE, with what the function returns in *error.
template <class Program>
[[nodiscard]] bool is_null_file(Call<Program>& call, MPI_File file, int* error) noexcept {
    if (file == MPI_FILE_NULL) return true;
    *error = fail_of_file<MPI_ERR_FILE>(call, "file = %p: not a file, or one that was closed",
                                        static_cast<void*>(file));
    return false;
}

} // namespace sartor::mpi::internal
