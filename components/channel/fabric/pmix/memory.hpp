// Memory that neighbouring processes of one computer share, under a launcher that speaks PMIx.
#pragma once

#include "components/channel/fabric/wire_up.hpp"

namespace sartor::channel::fabric::pmix {

// Of those around this process, if the system gives it to all of them. Each calls it.
void share_memory(WireUp& made) noexcept;

} // namespace sartor::channel::fabric::pmix
