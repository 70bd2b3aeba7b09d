// A receiver of messages that takes no bytes: on the host a short message has no parcel.
#include "transports/raw_channel.hpp"
#include "transports/host/machine.hpp"

using sartor::channel::RawMessage;
using Envelope = RawMessage::envelope_type;

struct Mail {
    static constexpr std::string_view name = "mail";
    using Parcel = RawMessage;
    struct Receiver {
        static Receiver& of(const sartor::process::Rank& rank);
        void arrive(RawMessage& message, sartor::process::Rank& rank);
#ifndef MUST_FAIL
        void arrive(const Envelope::header_type& header, const Envelope::check_type& check, const void* data,
                    std::size_t bytes, sartor::process::Rank& rank);
#endif
    };
};
bool collect(sartor::machine::Host::transport<Mail>& transport) { return transport.collect(); }
