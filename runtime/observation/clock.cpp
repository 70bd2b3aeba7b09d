#include "runtime/observation/clock.hpp"

#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace sartor::observation {

bool counter_is_steady = false;

namespace {

// The system tests the counter before it takes it.
bool system_takes_counter() noexcept {
    const int file =
        open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    constexpr const char* counter = architecture::Processor::counter_name;
    char name[32] = "";
    const ssize_t bytes = read(file, name, sizeof name - 1);
    close(file);
    const std::size_t length = std::strlen(counter);
    return bytes > 0 && std::strncmp(name, counter, length) == 0 && name[length] == '\n';
}

} // namespace

void Scale::begin() noexcept {
    counter_is_steady = !process::common_clock.is_wanted && system_takes_counter();
    began_ = process::now();
    first_ = ticks();
}

// What clocks have in common is known when the run has begun.
void Scale::end() noexcept {
    if (!counter_is_steady) first_ = began_ + process::common_clock.ahead;
    last_ = ticks();
    const auto nanoseconds = static_cast<double>(process::now() - began_);
    if (last_ > first_) nanoseconds_a_tick_ = nanoseconds / static_cast<double>(last_ - first_);
}

} // namespace sartor::observation
