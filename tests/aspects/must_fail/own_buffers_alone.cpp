// Buffers of communicators without buffering.
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

using Communicator = sartor::CommunicatorTypes<sartor::features<>, sartor::machine::Host>::Communicator;
#ifdef MUST_FAIL
using Woven = sartor::aspects::OwnBuffers<Communicator>;
#else
using Woven = sartor::aspects::OwnBuffers<sartor::aspects::Buffering<Communicator>>;
#endif
static_assert(sizeof(Woven) > 0);
