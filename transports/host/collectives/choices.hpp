// What serves collectives on the host: sequences of messages for short data, shared memory for others.
#pragma once

#include "transports/host/collectives/all_to_all.hpp"
#include "transports/host/collectives/allreduce.hpp"
#include "transports/host/collectives/barrier.hpp"
#include "transports/host/collectives/bcast.hpp"
#include "transports/host/collectives/gather.hpp"
#include "transports/host/collectives/reduce.hpp"
