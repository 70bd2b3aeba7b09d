// Memory that neighbouring processes of one computer share, under a launcher that speaks PMIx.
#pragma once

#include "transports/fabric/wire_up.hpp"

namespace sartor::channel::fabric::pmix {

// Of those around this process, if the system gives it to all of them. Each calls it. Around process 0 there
// is room for further processes, which sartor-starter starts, if the run may grow and all share the memory.
void share_memory(WireUp& made) noexcept;

} // namespace sartor::channel::fabric::pmix
