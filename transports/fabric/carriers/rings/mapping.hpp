// What both carriers that have rings do with them.
#pragma once

#include "transports/fabric/carriers/delivery.hpp"
#include "transports/fabric/carriers/rings/rings.hpp"
#include "transports/fabric/frames.hpp"

namespace sartor::channel::fabric {

/// Maps the rings that begin at `offset` of the memory that processes share, and opens them. Ends the run if
/// the system does not let this process.
inline void open_rings(Rings& rings, std::size_t offset, const Delivery& delivery) noexcept {
    if (!rings.memory.map(wire_up.memory, offset, wire_up.layout.most_sharers)) end_without_shared_memory();
    rings.open(blocks.number, wire_up.sharers, roster, delivery.from_ring);
}

/// A packet that had no room in a ring is sent soon.
[[nodiscard]] inline std::int64_t longest_sleep(const Rings& rings, std::int64_t nanoseconds) noexcept {
    return rings.is_sending() && (nanoseconds < 0 || nanoseconds > millisecond) ? millisecond : nanoseconds;
}

/// Packets wait in rings: to be taken, or until there is room for them.
[[nodiscard]] inline bool need_a_look(const Rings& rings) noexcept {
    return rings.is_sending() || !rings.looks_empty();
}

} // namespace sartor::channel::fabric
