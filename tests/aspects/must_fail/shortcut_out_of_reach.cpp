// The shortcut, woven by hand over a transport none of whose ranks reaches into another one's queues.
#include "selection/configuration.hpp"
#include "tests/support/smallest_machine.hpp"

using Types = sartor::CommunicatorTypes<sartor::features<>, sartor::test::SmallestMachine>;
#ifdef MUST_FAIL
using Protocol = sartor::aspects::Shortcut<Types::Protocol>;
#else
using Protocol = Types::Protocol;
#endif
Protocol protocol;
