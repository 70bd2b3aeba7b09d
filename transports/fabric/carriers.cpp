#include "transports/fabric/carriers.hpp"

#include <cstdlib>

#include "transports/fabric/frames.hpp"

namespace sartor::channel::fabric {

constinit Carriers carriers;
static_assert(std::is_trivially_destructible_v<Carriers>, "threads may use it while the process ends");
static_assert(WakesWorkers<MemoryCarrier> && WakesWorkers<MixedCarrier> && WakesWorkers<TcpCarrier> &&
              Carrier<LibfabricCarrier>);

static void choose_carrier() noexcept {
    const char* const provider = std::getenv("SARTOR_PROVIDER");
    if (wire_up.all_share_memory())
        carriers.emplace<MemoryCarrier>();
    else if (wire_up.shares_memory())
        carriers.emplace<MixedCarrier>();
    else if (provider == nullptr || *provider == '\0')
        carriers.emplace<TcpCarrier>();
    else
        carriers.emplace<LibfabricCarrier>();
}

void open_carrier(const Delivery& delivery) noexcept {
    choose_carrier();
    with_carrier([&](auto& carrier) { carrier.open(delivery); });
}

template <class T>
static T& chosen() noexcept {
    return *std::get_if<T>(&carriers);
}

template <WakesWorkers T>
static void let_wait(process::Peers& peers, T&) noexcept {
    peers.look_cost = T::look_cost;
    peers.sleep = [](const Events& events, Events::Count so_far, std::int64_t nanoseconds) noexcept {
        return chosen<T>().sleep(events, so_far, nanoseconds);
    };
    peers.wake = []() noexcept { chosen<T>().wake(); };
    peers.is_slept_on = [](std::uintptr_t address) noexcept { return chosen<T>().is_slept_on(address); };
}
static void let_wait(process::Peers& peers, LibfabricCarrier&) noexcept {
    peers.worker_sleeps = []() noexcept { chosen<LibfabricCarrier>().worker_sleeps(); };
    peers.worker_wakes = []() noexcept { chosen<LibfabricCarrier>().worker_wakes(); };
}

void let_workers_wait(process::Peers& peers) noexcept {
    with_carrier([&](auto& carrier) { let_wait(peers, carrier); });
}

} // namespace sartor::channel::fabric
