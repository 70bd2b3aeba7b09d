// Lines of "sartor: ...", and runs that end with one.
#include <cstdarg>
#include <cstdio>

#include "runtime/image/image.hpp"
#include "runtime/output/output.hpp"
#include "runtime/process.hpp"
#include "runtime/reports/location.hpp"
#include "runtime/reports/one_report.hpp"

namespace sartor::process {

static void report_as(const char* format, va_list arguments) noexcept {
    char text[2048];
    int length = std::snprintf(text, sizeof text, "sartor: ");
    length +=
        std::vsnprintf(text + length, sizeof text - 1 - static_cast<std::size_t>(length), format, arguments);
    if (length > static_cast<int>(sizeof text) - 2) length = sizeof text - 2;
    text[length] = '\n';
    const std::size_t bytes = static_cast<std::size_t>(length) + 1;
    if (!OneReport::gather(text, bytes)) write_report(text, bytes);
}

void report(const char* format, ...) noexcept {
    va_list arguments;
    va_start(arguments, format);
    report_as(format, arguments);
    va_end(arguments);
}

void end_run_at(const Rank& rank, const void* return_address, int exit_code, const char* format,
                ...) noexcept {
    const OneReport together(rank);
    va_list arguments;
    va_start(arguments, format);
    report_as(format, arguments);
    va_end(arguments);
    report_caller(rank, return_address);
    end_run(exit_code);
}

void report_caller(const Rank& rank, const void* return_address) noexcept {
    char text[512];
    if (describe_location(rank, reinterpret_cast<std::uintptr_t>(return_address) - 1, text, sizeof text))
        report("  called in %s", text);
}

void report_caller(const Rank& reader, const CallSite& site) noexcept {
    char text[512];
    if (describe_location(reader, site, text, sizeof text)) report("  called in %s", text);
}

} // namespace sartor::process
