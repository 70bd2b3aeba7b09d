// What it costs to turn numbers round where clusters differ in byte order.
#pragma once

#include "components/machine/manycore/ranks.hpp"

namespace sartor::machine::manycore {

// Of a cluster's PE: nothing if its own order is the network's, the most significant byte first. I/O
// subsystems store numbers as the cluster does that they hang at.
[[nodiscard]] Cycles conversion(int node, std::int64_t bytes) noexcept;

// By the running rank: charged to its PE. By an event: free, whoever plans what follows it counts its cycles.
void convert(std::int64_t bytes) noexcept;

} // namespace sartor::machine::manycore
