// The summary of a run as JSON: what `sartor run --json` writes, and what pictures of the chip are drawn
// from.
#pragma once

#include <cstdio>

#include "emulation/run.hpp"

namespace sartor::machine::manycore {

struct Sums {
    Cycles time = 0;
    Cycles computing = 0;
    Cycles communicating = 0;
    Cycles waiting = 0;
};
// Ranks end at different times: a rank that ended waits until the last has.
[[nodiscard]] Sums sums_of(const Run& run) noexcept;

[[nodiscard]] const char* name_of(Use use) noexcept;

void write_summary(FILE* file, const Run& run) noexcept;

// The network's shape and the sizes of memories as a JSON object, for pictures of the chip.
void describe_shape(const Description& description, char* text, std::size_t bytes) noexcept;

} // namespace sartor::machine::manycore
