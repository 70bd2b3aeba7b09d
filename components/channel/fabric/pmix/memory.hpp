// Memory that neighbouring processes of one computer share, under a launcher that speaks PMIx.
#pragma once

#include "components/channel/fabric/wire_up.hpp"

namespace sartor::channel::fabric::pmix {

// Of those around this process, if the system gives it to all of them. Each calls it. `starts_others`: there
// is room for further processes, which sartor-starter starts, if the first process of the run asks for that
// and all share the memory.
void share_memory(WireUp& made, bool starts_others) noexcept;

} // namespace sartor::channel::fabric::pmix
