// Instruments that a running rank reads.
#pragma once

#include "transports/meters.hpp"

namespace sartor::machine::manycore {

// At the rank's time: all that comes before it has happened when this returns. Costs the rank no time.
[[nodiscard]] double read_meter(Meter meter) noexcept;

} // namespace sartor::machine::manycore
