// Errors of MPI calls: named after the function, the rank and the argument, then given to the error handler.
#pragma once

#include <cstdarg>

#include "mpi.h"
#include "runtime/process.hpp"

namespace sartor::mpi {

// "MPI_ERR_RANK: invalid rank" for an error class of the standard's. Evaluated by the compiler, so that a
// library holds only the texts of the classes that it raises.
template <int Class>
[[nodiscard]] consteval const char* error_name() {
    switch (Class) {
#define SARTOR_ERROR_CLASS(name, value, text)                                                                \
    case value:                                                                                              \
        return #name ": " text;
#include "mpi_api/errors/error_classes.inc"
#undef SARTOR_ERROR_CLASS
    default:
        return "unknown error class";
    }
}

// The exit code of a run that an error ends.
inline constexpr int fatal_exit_code = 1;

// Reports "rank 3: MPI_Send: dest = 9: expected ... (MPI_ERR_RANK: invalid rank)" on standard error, with the
// call site as far as symbols and debug information have it, and ends the run of all ranks. The text is cut
// off at 511 characters. Does not return.
[[noreturn, gnu::cold, gnu::format(printf, 2, 3)]] void end_in_error(const char* name, const char* format,
                                                                     ...);
// Reports an error that a call of the running rank returns.
[[gnu::cold, gnu::format(printf, 2, 3)]] void report_returned(const char* name, const char* format, ...);
[[noreturn, gnu::cold]] void end_in_error_of(const char* name, const char* format, va_list arguments);

// A rank that is a fiber was called by another thread of the program: the run ends, for nothing there is
// synchronized. Programs that name MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE get a library that allows it.
[[noreturn, gnu::cold, gnu::noinline]] inline void end_in_other_thread() noexcept {
    const process::Rank& self = *process::current;
    process::end_run_at(self, self.call_site, fatal_exit_code,
                        "rank %d: %s: called by another thread than the rank's main thread; call "
                        "MPI_Init_thread with MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE",
                        self.number, self.call);
}

} // namespace sartor::mpi
