// A machine that does not say how messages get from rank to rank.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

struct Machine {
    static constexpr std::string_view name = "test machine";
    static constexpr bool shares_memory = true;
    using typing = sartor::machine::Host::typing;
    using transit = sartor::machine::Host::transit;
    template <class Level> using level = Level;
#ifndef MUST_FAIL
    template <class Messages> using transport = sartor::machine::Host::transport<Messages>;
#endif
};
static_assert(sizeof(sartor::CommunicatorTypes<sartor::features<>, Machine>) > 0);
