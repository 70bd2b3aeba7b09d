// The channels of a machine for programs without MPI: <sartor/channel.h>.
#pragma once

#include "components/process/channel.h"

namespace sartor::machine::manycore {

// Defined in a higher layer: components/channel/manycore/ports.cpp.
extern const sartor_channel_calls channel_calls;

} // namespace sartor::machine::manycore
