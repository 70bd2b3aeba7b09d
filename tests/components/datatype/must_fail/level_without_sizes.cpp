// A machine that replaces the datatype level by something that knows no sizes.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

struct Nothing {
    using Storage = sartor::envelope::Contiguous;
};
struct Machine : sartor::machine::Host {
#ifdef MUST_FAIL
    template <class> using level = Nothing;
#endif
};
using Types = sartor::CommunicatorTypes<sartor::features<>, Machine>;
Types::Communicator* communicator;
static_assert(sizeof(Types) > 0);
