// The host's ranks in address spaces that share nothing but bytes: for tests, and to see what a program does
// that needs more.
#pragma once

#include <string_view>

#include "components/envelope/envelope.hpp"
#include "transports/split/transport.hpp"

namespace sartor::machine {

// Supplies what the host does between ranks of one space, and the handshake of channel::DistantTransport
// between spaces. An address that crosses ends the run.
struct Split {
    static constexpr std::string_view name = "split";
    static constexpr bool shares_memory = false;
    static constexpr bool admits_threads = true;
    using typing = envelope::Untyped;
    using transit = channel::split::BetweenSpaces;
    template <class Level>
    using level = Level;
    template <class Messages, class... Active>
    using transport = channel::split::Transport<Messages, Active...>;
};

} // namespace sartor::machine
