// Errors of MPI calls: named after the function, the rank and the argument, then given to the error handler.
#pragma once

#include <cstdarg>
#include <cstdio>

#include "components/process/process.hpp"
#include "mpi.h"

namespace sartor::mpi {

// The name and meaning of an error class, as text that only the classes in use add to the library.
template <int Class>
[[nodiscard]] consteval const char* error_name() {
    switch (Class) {
#define SARTOR_ERROR_CLASS(name, value, text)                                                                \
    case value:                                                                                              \
        return #name ": " text;
#include "mpi_api/error_classes.inc"
#undef SARTOR_ERROR_CLASS
    default:
        return "unknown error class";
    }
}

// What a run that an error ends returns.
inline constexpr int fatal_exit_code = 1;

// "rank 3: MPI_Send: dest = 9: expected ... (MPI_ERR_RANK: invalid rank)" on standard error, and the call
// site of the call as far as the program's symbols and debug information have it; then the end of the run.
[[noreturn, gnu::cold, gnu::noinline, gnu::format(printf, 2, 3)]] inline void
end_in_error(const char* name, const char* format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const process::Rank& self = *process::current;
    process::end_run_at(self, self.call_site, fatal_exit_code, "rank %d: %s: %s (%s)", self.number, self.call,
                        text, name);
}

// Ranks that are fibers, in a program with threads.
[[noreturn, gnu::cold, gnu::noinline]] inline void end_in_other_thread() noexcept {
    const process::Rank& self = *process::current;
    process::end_run_at(
        self, self.call_site, fatal_exit_code,
        "rank %d: %s: called by a thread other than the rank's main one; a program that does so names "
        "MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE in a call of MPI_Init_thread",
        self.number, self.call);
}

// Cuts of programs that name functions without an implementation.
[[noreturn, gnu::cold]] inline void end_in_missing_function(const char* function,
                                                            const void* call_site) noexcept {
    process::end_run_at(*process::current, call_site, fatal_exit_code,
                        "rank %d: %s: sartor does not have this function yet", process::current->number,
                        function);
}

} // namespace sartor::mpi
