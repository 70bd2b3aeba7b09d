// What serves collectives on the host: sequences of messages for short data, shared memory for others.
#pragma once

#include "components/collective/host/all_to_all.hpp"
#include "components/collective/host/allreduce.hpp"
#include "components/collective/host/barrier.hpp"
#include "components/collective/host/bcast.hpp"
#include "components/collective/host/gather.hpp"
#include "components/collective/host/reduce.hpp"
