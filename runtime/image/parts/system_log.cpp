// The system's log, with the name, the facility and the mask of the rank.
#include <cerrno>
#include <cstdarg>
#include <syslog.h>

#include "runtime/image/parts/lent_environment.hpp"
#include "runtime/image/parts/of_c_library.hpp"

using sartor::process::of_c_library;

namespace {

const char* name = nullptr;
int options = 0;
int facility = LOG_USER;
int mask = LOG_UPTO(LOG_DEBUG);

void write_as_rank(int priority, const char* format, va_list arguments) noexcept {
    const AsOfProcess one_rank_at_a_time;
    const int kept_errno = errno; // for %m
    of_c_library<void (*)(const char*, int, int)>("openlog")(name, options, facility);
    of_c_library<int (*)(int)>("setlogmask")(mask);
    errno = kept_errno;
    of_c_library<void (*)(int, const char*, va_list)>("vsyslog")(priority, format, arguments);
}

} // namespace

extern "C" {

[[gnu::weak]] void openlog(const char* wanted_name, int wanted_options, int wanted_facility) {
    name = wanted_name;
    options = wanted_options;
    facility = wanted_facility;
}
[[gnu::weak]] void closelog() {
    name = nullptr;
}
[[gnu::weak]] int setlogmask(int wanted) noexcept {
    const int before = mask;
    if (wanted != 0) mask = wanted;
    return before;
}

[[gnu::weak]] void vsyslog(int priority, const char* format, va_list arguments) {
    write_as_rank(priority, format, arguments);
}
[[gnu::weak]] void syslog(int priority, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_as_rank(priority, format, arguments);
    va_end(arguments);
}
// Of programs that are compiled with -D_FORTIFY_SOURCE.
[[gnu::weak]] void __vsyslog_chk(int priority, int, const char* format, va_list arguments) {
    write_as_rank(priority, format, arguments);
}
[[gnu::weak]] void __syslog_chk(int priority, int, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_as_rank(priority, format, arguments);
    va_end(arguments);
}

} // extern "C"
