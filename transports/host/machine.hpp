// The machine `host`: one cluster whose PEs are this computer's cores; real time, shared memory.
#pragma once

#include <string_view>

#include "components/communicator/operation.hpp"
#include "components/envelope/envelope.hpp"
#include "transports/host/active_messages.hpp"
#include "transports/host/collectives/choices.hpp"
#include "transports/host/transport.hpp"
#include "transports/service.hpp"

namespace sartor::machine {

// Gives: all capabilities of shared memory (channel::ReachableTransport, PeekableTransport,
// BudgetedTransport); no time, no clusters.
struct Host {
    static constexpr std::string_view name = "host";
    static constexpr bool shares_memory = true; // between any two ranks
    static constexpr bool admits_threads = true;
    using typing = envelope::Untyped;
    using transit = communicator::InSharedMemory;
    template <class Level>
    using level = Level;
    template <class Messages, class... Active>
    using transport = typename channel::carrying<channel::host::WithActiveMessages,
                                                 channel::host::Transport<Messages>, Active...>::type;
};

} // namespace sartor::machine
