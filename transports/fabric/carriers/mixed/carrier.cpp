#include "transports/fabric/carriers/mixed/carrier.hpp"

#include "transports/fabric/carriers/rings/mapping.hpp"

namespace sartor::channel::fabric {

void MixedCarrier::open(const Delivery& delivery) noexcept {
    open_rings(rings, 0, delivery);
    tcp.open(delivery);
    rings.open_wake_pipe();
    tcp.messages.wait_also_for(rings.wake_descriptor());
}

bool MixedCarrier::is_turn_of_sockets() noexcept {
    const int left = looks_left_.load(std::memory_order_relaxed) - 1;
    looks_left_.store(left <= 0 ? looks_for_one_of_sockets : left, std::memory_order_relaxed);
    return left <= 0;
}

// To look at rings is cheap, at sockets it is a system call: who waits for both looks at these now and then,
// and always after it has slept.
bool MixedCarrier::poll() noexcept {
    const bool any = rings.poll();
    return (is_turn_of_sockets() && tcp.poll()) || any;
}

// Sockets are waited for in a system call; meanwhile the bell is armed, and those that disarm it write to a
// pipe that the same call waits for.
bool MixedCarrier::sleep(const Events& events, Events::Count so_far, std::int64_t nanoseconds) noexcept {
    static_cast<void>(rings.own_bell().prepare());
    const bool came = rings.looks_empty() && tcp.sleep(events, so_far, longest_sleep(rings, nanoseconds));
    rings.own_bell().end();
    if (came) looks_left_.store(0, std::memory_order_relaxed); // the sockets' turn is next
    return came || need_a_look(rings);
}

} // namespace sartor::channel::fabric
