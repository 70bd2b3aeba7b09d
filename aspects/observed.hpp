// Aspects of runs on this computer that are observed: what is known of the time at which others called.
#pragma once

#include <string_view>

#include "runtime/observation/clock.hpp"
#include "runtime/observation/stamp.hpp"
#include "runtime/process.hpp"

namespace sartor::aspects {

// Over what a message says of its data: also when its sender entered the call that sends it.
template <class Check>
struct Stamped : Check {
    static constexpr std::string_view name = "time of the sender's call";
    observation::Stamp stamp;
};

// Over what is kept with messages: of a send the time at which a receive has met it, or 0.
template <class Transit>
struct Dated : Transit {
    struct OfSending : Transit::OfSending {
        observation::Ticks matched = 0;
    };
};

// Over the protocol, the outermost aspect: the receiver tells a sender that waits when they have met. Where
// they share no memory, it does not.
template <class Protocol>
class Dating : public Protocol {
  public:
    static constexpr std::string_view name = "time at which sends meet their receives";
    using typename Protocol::Parcel;
    using typename Protocol::Sending;
    using typename Protocol::Storage;
    using typename Protocol::Transport;

    void rendezvous(Sending& sending, process::Rank& destination, Transport& transport) noexcept {
        sending.transit.matched = 0;
        Protocol::rendezvous(sending, destination, transport);
    }
    void deliver(Parcel& parcel, const Storage& target, Transport& transport) noexcept {
        if (!parcel.is_cell() && parcel.sender != nullptr)
            parcel.sender->transit.matched = observation::ticks();
        Protocol::deliver(parcel, target, transport);
    }
};

} // namespace sartor::aspects
