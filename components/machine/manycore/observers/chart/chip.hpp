// The picture of a chip after a run: loads of its links, memories of its clusters.
#pragma once

#include <cstdio>

#include "components/machine/manycore/run.hpp"

namespace sartor::machine::manycore::chart {

// `now`: when the run ended.
void draw_chip(FILE* file, const Run& run, Cycles now) noexcept;

} // namespace sartor::machine::manycore::chart
