// Errors that end the run.
#include "mpi_api/errors/error.hpp"

#include <cstdio>

#include "runtime/reports/location.hpp"
#include "runtime/reports/one_report.hpp"

namespace sartor::mpi {

void end_in_error(const char* name, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end_in_error_of(name, format, arguments);
}

void report_returned(const char* name, const char* format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const process::Rank& self = *process::current;
    const process::OneReport together;
    process::report("rank %d: %s: %s (%s; returned to the program, as errors of files are by default)",
                    self.number, self.call, text, name);
    process::report_caller(self, process::call_site_of(self, self.call_site));
}

void end_in_error_of(const char* name, const char* format, va_list arguments) {
    char text[512];
    std::vsnprintf(text, sizeof text, format, arguments);
    const process::Rank& self = *process::current;
    process::end_run_at(self, self.call_site, fatal_exit_code, "rank %d: %s: %s (%s)", self.number, self.call,
                        text, name);
}

} // namespace sartor::mpi
