// What all carriers are given.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/scheduler/event_count.hpp"
#include "transports/fabric/frame.hpp"

namespace sartor::channel::fabric {

/// Who takes what has come: none of these may poll.
struct Delivery {
    void (*packet)(const char* packet, std::size_t bytes);
    /// With the tag that its sender gave it.
    void (*from_ring)(int process, std::uint32_t tag, const char* packet, std::size_t bytes);
    /// A read of another process's memory has ended: with the note that was given with it.
    void (*read)(const void* note, std::size_t bytes, bool has_data);
};

/// Workers know by their own event counts what this process has for them.
using Events = process::EventCount<>;

} // namespace sartor::channel::fabric
