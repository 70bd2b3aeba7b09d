// The host's ranks in several processes (sartor run --processes).
#pragma once

#include <string_view>

#include "components/envelope/envelope.hpp"
#include "transports/fabric/collectives/choices.hpp"
#include "transports/fabric/process_clusters.hpp"
#include "transports/fabric/transport.hpp"

namespace sartor::machine {

// Supplies what the host does between ranks of one process, and the handshake of channel::DistantTransport
// between processes, whose bytes go through shared memory, over TCP or over libfabric.
struct Fabric {
    static constexpr std::string_view name = "fabric";
    static constexpr bool shares_memory = false;
    static constexpr bool admits_threads = true;
    using typing = envelope::Untyped;
    using transit = channel::split::BetweenSpaces;
    template <class Level>
    using level = Level;
    using Clusters = channel::fabric::ProcessClusters;
    template <class Messages, class... Active>
    using transport = channel::fabric::Transport<Messages, Active...>;
};

} // namespace sartor::machine
