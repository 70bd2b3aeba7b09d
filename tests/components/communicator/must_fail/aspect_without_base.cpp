// An aspect over the protocol that does not inherit it: all functions that it does not change are missing.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

template <class Base>
#ifdef MUST_FAIL
struct Counting {
#else
struct Counting : Base {
#endif
    static constexpr std::string_view name = "counting";
    using Envelope = typename Base::Envelope;
    using Mode = typename Base::Mode;
    using Transport = typename Base::Transport;
    bool send_far(const Envelope& envelope, Mode mode, sartor::process::Rank& destination, Transport& transport) {
        ++sends;
        return Base::send_far(envelope, mode, destination, transport);
    }
    int sends = 0;
};
struct Types : sartor::CommunicatorTypes<sartor::features<>, sartor::machine::Host> {
    using Protocol = Counting<PlainProtocol>;
};
static_assert(sizeof(sartor::communicator::Matching<Types>) > 0);
