// A service of messages that does not say what its parcels are.
#include "transports/raw_channel.hpp"
#include "transports/host/machine.hpp"

struct Mail {
    static constexpr std::string_view name = "mail";
#ifndef MUST_FAIL
    using Parcel = sartor::channel::RawMessage;
#endif
    struct Receiver {
        static Receiver& of(const sartor::process::Rank& rank);
        void arrive(sartor::channel::RawMessage& message, sartor::process::Rank& rank);
    };
};
sartor::machine::Host::transport<Mail>* transport;
static_assert(sizeof(*transport) > 0);
