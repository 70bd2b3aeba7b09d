// The handshake, woven by hand over a transport whose ranks all share memory.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

using Types = sartor::CommunicatorTypes<sartor::features<>, sartor::machine::Host>;
#ifdef MUST_FAIL
using Protocol = sartor::aspects::Rendezvous<Types::Protocol>;
#else
using Protocol = Types::Protocol;
#endif
Protocol protocol;
