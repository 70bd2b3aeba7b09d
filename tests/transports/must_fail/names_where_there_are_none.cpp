// The aspect that asks for names, woven by hand over a transport that has none.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

using Types = sartor::CommunicatorTypes<sartor::features<>, sartor::machine::Host>;
#ifdef MUST_FAIL
using Protocol = sartor::aspects::Named<Types::Protocol>;
#else
using Protocol = Types::Protocol;
#endif
Protocol protocol;
