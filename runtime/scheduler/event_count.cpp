#include "runtime/scheduler/event_count.hpp"

#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/process.hpp"

namespace sartor::process {

template class EventCount<RealSleep>;

namespace {

constexpr std::int64_t second = 1'000'000'000;

void wait_for_change(void* word, int operation, std::uint32_t value, std::int64_t nanoseconds) noexcept {
    const timespec limit{nanoseconds / second, nanoseconds % second};
    syscall(SYS_futex, word, operation, value, nanoseconds < 0 ? nullptr : &limit, nullptr, 0);
}

void wake_sleepers(void* word, int operation, int most) noexcept {
    syscall(SYS_futex, word, operation, most, nullptr, nullptr, 0);
}

} // namespace

void RealSleep::wait(std::atomic<std::uint32_t>& word, std::uint32_t value,
                     std::int64_t nanoseconds) noexcept {
    wait_for_change(&word, FUTEX_WAIT_PRIVATE, value, nanoseconds);
}
void RealSleep::wake(std::atomic<std::uint32_t>& word, int most) noexcept {
    wake_sleepers(&word, FUTEX_WAKE_PRIVATE, most);
}
void RealSleep::wait(std::atomic<std::uint64_t>& word, std::uint32_t lower_half,
                     std::int64_t nanoseconds) noexcept {
    wait_for_change(&word, FUTEX_WAIT_PRIVATE, lower_half, nanoseconds);
}
void RealSleep::wake(std::atomic<std::uint64_t>& word, int most) noexcept {
    wake_sleepers(&word, FUTEX_WAKE_PRIVATE, most);
}

std::int64_t RealSleep::time() noexcept {
    return now();
}

} // namespace sartor::process
