// A machine that does not tell whether its ranks share memory.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

struct Machine {
    static constexpr std::string_view name = "test machine";
#ifndef MUST_FAIL
    static constexpr bool shares_memory = true;
#endif
    using typing = sartor::machine::Host::typing;
    using transit = sartor::machine::Host::transit;
    template <class Level> using level = Level;
    template <class Messages> using transport = sartor::machine::Host::transport<Messages>;
};
static_assert(sizeof(sartor::CommunicatorTypes<sartor::features<>, Machine>) > 0);
