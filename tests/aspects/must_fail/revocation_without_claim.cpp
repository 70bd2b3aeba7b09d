// Revocation, woven by hand where parcels have nothing by which they are claimed.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

#ifdef MUST_FAIL
using Set = sartor::features<>;
#else
using Set = sartor::features<sartor::feature::cancellation>;
#endif
using Types = sartor::CommunicatorTypes<Set, sartor::machine::Host>;
sartor::aspects::Revocation<Types::PlainProtocol> protocol;
