#include "transports/fabric/carriers/libfabric/carrier.hpp"

#include <cstdlib>
#include <poll.h>

#include "transports/fabric/frames.hpp"

namespace sartor::channel::fabric {

void LibfabricCarrier::open(const Delivery& delivery) noexcept {
    endpoint.open({std::getenv("SARTOR_PROVIDER"), wire_up.is_local, sizeof(Frame) + longest_part_by_endpoint,
                   wire_up.key, delivery.packet, delivery.read});
}

std::size_t LibfabricCarrier::write_card(void* card) noexcept {
    return endpoint.address(card, WireUp::longest_card);
}

void LibfabricCarrier::know_others() noexcept {
    endpoint.know(wire_up.card, blocks.number, blocks.processes);
}

// Parked from the second time on, unless a worker sleeps, or has gone to sleep meanwhile.
void LibfabricCarrier::wait(const int* others, int milliseconds) noexcept {
    if (std::exchange(has_looked_, true) && sleeping_.load() == 0) {
        is_parked_.store(true);
        if (sleeping_.load() > 0) is_parked_.store(false);
    }
    if (!is_parked_.load()) return endpoint.wait(others, 2, milliseconds);
    pollfd descriptors[] = {{others[0], POLLIN, 0}, {others[1], POLLIN, 0}};
    ::poll(descriptors, 2, -1);
}

void LibfabricCarrier::worker_sleeps() noexcept {
    sleeping_.fetch_add(1);
    if (is_parked_.exchange(false)) fabric::wake_listener();
}

} // namespace sartor::channel::fabric
