// The machine that is here: one cluster whose PEs are this computer's cores; real time, shared memory.
#pragma once

#include <string_view>

#include "components/channel/host/mailbox.hpp"
#include "components/envelope/envelope.hpp"

namespace sartor::machine {

struct Host {
    static constexpr std::string_view name = "host";
    static constexpr bool shares_memory = true; // between any two ranks
    using typing = envelope::Untyped;
    template <class Level>
    using level = Level;
    template <class Parcel, class Receiver>
    using mailbox = channel::host::Mailbox<Parcel, Receiver>;
};

} // namespace sartor::machine
