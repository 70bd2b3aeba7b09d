#include "transports/fabric/carriers/rings/carrier.hpp"

#include <cstring>
#include <poll.h>
#include <string_view>

#include "transports/fabric/carriers/rings/mapping.hpp"

namespace sartor::channel::fabric {

void MemoryCarrier::open(const Delivery& delivery) noexcept {
    open_rings(messages, 0, delivery);
    open_rings(control, wire_up.layout.control(), delivery);
}

std::size_t MemoryCarrier::write_card(void* card) noexcept {
    constexpr std::string_view text = "in the roster";
    messages.introduce();
    std::memcpy(card, text.data(), text.size());
    return text.size();
}

// The bell rings for what the launcher and this process write to the other descriptors, too.
void MemoryCarrier::wait(const int* others, int milliseconds) noexcept {
    pollfd descriptors[] = {{others[0], POLLIN, 0}, {others[1], POLLIN, 0}};
    const int longest = control.is_sending() ? 1 : wire_up.longest_sleep;
    if (longest >= 0 && (milliseconds < 0 || milliseconds > longest)) milliseconds = longest;
    control.own_bell().sleep_unless([&] { return !control.looks_empty() || ::poll(descriptors, 2, 0) > 0; },
                                    std::int64_t{milliseconds} * millisecond);
}

bool MemoryCarrier::sleep(const Events& events, Events::Count so_far, std::int64_t nanoseconds) noexcept {
    messages.own_bell().sleep_unless([&] { return events.count() != so_far || !messages.looks_empty(); },
                                     longest_sleep(messages, nanoseconds));
    return need_a_look(messages);
}

void MemoryCarrier::close() noexcept {
    messages.close();
    control.close();
}

} // namespace sartor::channel::fabric
