// localtime, gmtime, asctime and ctime with buffers for each rank.
#include <ctime>

namespace {
tm broken_down; // one for both, as in the C library
char text[64];
} // namespace

extern "C" {

[[gnu::weak]] tm* localtime(const time_t* time) noexcept {
    return localtime_r(time, &broken_down); // of time_zone.cpp
}
[[gnu::weak]] tm* gmtime(const time_t* time) noexcept {
    return gmtime_r(time, &broken_down);
}
[[gnu::weak]] char* asctime(const tm* time) noexcept {
    return asctime_r(time, text);
}
[[gnu::weak]] char* ctime(const time_t* time) noexcept {
    const tm* local = localtime(time);
    return local != nullptr ? asctime(local) : nullptr;
}

} // extern "C"
