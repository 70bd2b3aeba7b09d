// The time zone of the rank's environment (TZ): the C library has one at a time.
#include <ctime>

#include "runtime/image/parts/lent_environment.hpp"
#include "runtime/image/parts/of_c_library.hpp"

extern "C" {
[[gnu::weak]] char* tzname[2];
[[gnu::weak]] long timezone = 0;
[[gnu::weak]] int daylight = 0;
}

using sartor::process::of_c_library;

namespace {

template <class T>
T& of_library(const char* name) noexcept {
    return *sartor::process::of_process<T>(name);
}

// As localtime does, and not localtime_r, which need not look at TZ.
void set_zone() noexcept {
    of_c_library<void (*)()>("tzset")();
    static char** const names = &of_library<char*>("tzname");
    static const long& seconds = of_library<long>("timezone");
    static const int& any_summer_time = of_library<int>("daylight");
    tzname[0] = names[0];
    tzname[1] = names[1];
    timezone = seconds;
    daylight = any_summer_time;
}

} // namespace

extern "C" {

[[gnu::weak]] void tzset() noexcept {
    const AsOfProcess environment;
    set_zone();
}
[[gnu::weak]] tm* localtime_r(const time_t* time, tm* result) noexcept {
    static auto* const function = of_c_library<tm* (*)(const time_t*, tm*)>("localtime_r");
    const AsOfProcess environment;
    set_zone();
    return function(time, result);
}
[[gnu::weak]] time_t mktime(tm* time) noexcept {
    static auto* const function = of_c_library<time_t (*)(tm*)>("mktime");
    const AsOfProcess environment;
    set_zone();
    return function(time);
}
[[gnu::weak]] time_t timelocal(tm* time) noexcept {
    return mktime(time);
}
[[gnu::weak]] char* ctime_r(const time_t* time, char* text) noexcept {
    tm local{};
    return localtime_r(time, &local) != nullptr ? asctime_r(&local, text) : nullptr;
}

} // extern "C"
