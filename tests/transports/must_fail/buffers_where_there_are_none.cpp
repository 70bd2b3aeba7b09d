// The aspect that sends from buffers of the library's, woven by hand over a transport that can't.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

using Types = sartor::CommunicatorTypes<sartor::features<>, sartor::machine::Host>;
#ifdef MUST_FAIL
using Protocol = sartor::aspects::Lazy<Types::Protocol>;
#else
using Protocol = Types::Protocol;
#endif
Protocol protocol;
