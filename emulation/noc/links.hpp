// Chips of one kind that are linked at some of their nodes: which nodes, and the links' constants.
#pragma once

#include "emulation/noc/description.hpp"

namespace sartor::machine::noc {

inline constexpr int most_chips = 64;
inline constexpr int most_links = 256;

// One node of a chip, and a node of another one.
struct Link {
    int chips[2] = {};
    int nodes[2] = {};
};

struct Links {
    int chips = 1;
    int count = 0;
    Link list[most_links] = {};
#define FIELD(name, unit, least, most, meaning) std::int64_t name = least;
#define RATE(name, unit, meaning) Rate name;
#include "emulation/noc/links.inc"
#undef FIELD
#undef RATE
};

} // namespace sartor::machine::noc
