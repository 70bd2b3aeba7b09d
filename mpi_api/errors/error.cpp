// Errors that end the run.
#include "mpi_api/errors/error.hpp"

#include <cstdio>

namespace sartor::mpi {

void end_in_error(const char* name, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end_in_error_of(name, format, arguments);
}

void end_in_error_of(const char* name, const char* format, va_list arguments) {
    char text[512];
    std::vsnprintf(text, sizeof text, format, arguments);
    const process::Rank& self = *process::current;
    process::end_run_at(self, self.call_site, fatal_exit_code, "rank %d: %s: %s (%s)", self.number, self.call,
                        text, name);
}

} // namespace sartor::mpi
