// A machine that runs ranks in an order of its own, and tells no time.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

struct Machine : sartor::machine::Host {
    static const sartor::process::Schedule* schedule();
    static const void* described();
    static void enter(const char* call);
    static void leave();
#ifndef MUST_FAIL
    static double seconds();
    static double seconds_per_tick();
#endif
};
static_assert(sizeof(sartor::CommunicatorTypes<sartor::features<>, Machine>) > 0);
