// The channels of a machine for programs without MPI: <sartor/channel.h>.
#pragma once

#include "runtime/channel.h"

namespace sartor::machine::manycore {

// Defined in a higher layer: transports/manycore/ports.cpp.
extern const sartor_channel_calls channel_calls;

} // namespace sartor::machine::manycore
