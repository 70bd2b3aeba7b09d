// How workers wait for messages themselves, where these come through rings or sockets: by the own bell if
// there are rings alone. Sockets are waited for in a system call; with rings beside them the bell is armed
// meanwhile, and those that disarm it write to a pipe that the same call waits for.
#include <atomic>
#include <cstdint>

#include "runtime/peers.hpp"
#include "transports/fabric/frames.hpp"

namespace sartor::channel::fabric {

namespace {

// What waits in rings: to be taken, or until there is room for it.
bool rings_need_a_look() noexcept {
    return rings.exist() && (rings.is_sending() || !rings.looks_empty());
}

// What had no room in a ring is to be sent soon.
std::int64_t longest_sleep(std::int64_t nanoseconds) noexcept {
    constexpr std::int64_t soon = 1'000'000;
    return rings.is_sending() && (nanoseconds < 0 || nanoseconds > soon) ? soon : nanoseconds;
}

// Workers know by their own event counts what this process has for them.
using Events = process::EventCount<>;

void sleep_by_bell(const Events& events, Events::Count so_far, std::int64_t nanoseconds) noexcept {
    rings.own_bell().sleep_unless([&] { return events.count() != so_far || !rings.looks_empty(); },
                                  nanoseconds);
}

// Whether something came that sockets wait for.
bool sleep_by_sockets(const Events& events, Events::Count so_far, std::int64_t nanoseconds) noexcept {
    if (!rings.exist()) return sockets.sleep(events, so_far, nanoseconds);
    static_cast<void>(rings.own_bell().prepare());
    const bool came = rings.looks_empty() && sockets.sleep(events, so_far, nanoseconds);
    rings.own_bell().end();
    if (came) poll_schedule.look_at_sockets_next();
    return came;
}

bool sleep(const Events& events, Events::Count so_far, std::int64_t nanoseconds) noexcept {
    bool came = false;
    if (sockets.exist())
        came = sleep_by_sockets(events, so_far, longest_sleep(nanoseconds));
    else
        sleep_by_bell(events, so_far, longest_sleep(nanoseconds));
    return came || rings_need_a_look();
}

void wake() noexcept {
    if (sockets.exist()) return sockets.wake();
    rings.own_bell().advance();
}

bool is_slept_on(std::uintptr_t address) noexcept {
    return sockets.exist() ? sockets.is_slept_on(address) : rings.own_bell().is_slept_on(address);
}

// A look at sockets is a system call.
int look_cost() noexcept {
    constexpr int of_sockets = 10;
    if (!sockets.exist()) return 1;
    return rings.exist() ? 1 + of_sockets / PollSchedule::for_each_of_sockets : of_sockets;
}

} // namespace

void let_workers_wait(process::Peers& peers) noexcept {
    peers.look_cost = look_cost();
    peers.sleep = &sleep;
    peers.wake = &wake;
    peers.is_slept_on = &is_slept_on;
}

} // namespace sartor::channel::fabric
