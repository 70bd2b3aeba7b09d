// Windows between ranks that share no memory, on a machine that carries no active messages.
#include "selection/configuration.hpp"
#include "transports/split/machine.hpp"

struct Machine : sartor::machine::Split {
#ifdef MUST_FAIL
    template <class Messages> using transport = sartor::channel::split::Transport<Messages>;
#endif
};
struct State;
using Types = sartor::CommunicatorTypes<sartor::features<sartor::feature::windows>, Machine, State>;
static_assert(sizeof(Types) > 0);
