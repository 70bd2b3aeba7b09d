// The operations of an endpoint.
#pragma once

#include <cstddef>

#include "transports/fabric/carriers/libfabric/endpoint.hpp"

namespace sartor::channel::fabric {

// The memory of an operation under way; the bytes follow.
struct Endpoint::Packet {
    enum class Kind { receive, send, read };

    fi_context2 context; // the provider's; first, so that its address is that of the packet
    Packet* next;
    Kind kind;
    int process;
    std::size_t bytes; // of what is sent, or of a read's note
    // Of a read, what is left of it:
    char* memory;
    split::Region region;
    std::size_t left;

    [[nodiscard]] char* data() noexcept { return reinterpret_cast<char*>(this + 1); }
};

} // namespace sartor::channel::fabric
