// A transport between ranks that share no memory, whose handshake can't drop a message that nobody receives.
#include "selection/configuration.hpp"
#include "tests/support/archetypes.hpp"

using namespace sartor;
template <class Messages> struct Handshake : test::SmallestHandshake<Messages> {
#ifdef MUST_FAIL
    static bool discard(typename Messages::Parcel&) = delete;
#endif
};
template <class Messages> struct Transport : test::AmongStrangers<Messages, Transport<Messages>> {
    using test::AmongStrangers<Messages, Transport>::AmongStrangers;
    using Handshake = ::Handshake<Messages>;
};
using Machine = test::Archetype<Transport, test::BetweenStrangers>;
CommunicatorTypes<features<>, Machine>::Protocol protocol;
