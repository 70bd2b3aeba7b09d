// The cost of converting numbers where clusters differ in byte order.
#pragma once

#include "emulation/ranks.hpp"

namespace sartor::machine::manycore {

// Cycles of a cluster's PE: 0 if its own order is the network's, the most significant byte first. I/O
// subsystems store numbers as the cluster to which they are attached.
[[nodiscard]] Cycles conversion(int node, std::int64_t bytes) noexcept;

// Called by the running rank it is charged to its PE. Called by an event it is free, since the planner of
// what follows counts its cycles.
void convert(std::int64_t bytes) noexcept;

} // namespace sartor::machine::manycore
