// Logical ports over the chip's mailboxes and receive tags, for programs without MPI.
#pragma once

#include "components/process/channel.h"

namespace sartor::channel::manycore {

extern const sartor_channel_calls channel_calls;

} // namespace sartor::channel::manycore
