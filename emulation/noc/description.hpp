// A chip of cores and memories on two networks of opposite directions: shape and constants.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace sartor::machine::noc {

using Cycles = std::int64_t;

struct Rate {
    std::int64_t numerator = 1;
    std::int64_t denominator = 1;
};

inline constexpr int most_columns = 64;
inline constexpr int most_rows = 64;

// Which way the axes of a route come. Network 0 goes along x, then along y, to higher numbers; network 1
// along y, then along x, to lower ones.
inline constexpr int networks = 2;

using Nodes = std::array<bool, std::size_t{most_columns} * most_rows>;

// A set of nodes, as a constant of the compiler.
[[nodiscard]] constexpr Nodes nodes_of(std::initializer_list<int> numbers) noexcept {
    Nodes nodes{};
    for (const int number : numbers) nodes[static_cast<std::size_t>(number)] = true;
    return nodes;
}

struct Description {
    int columns = 1;
    int rows = 1;
    Nodes cores{};    // by node: x + y * columns
    Nodes memories{}; // of DRAM; other nodes have a memory like a core's
    Nodes ranks{};    // cores that programs get
#define FIELD(name, unit, least, most, meaning) std::int64_t name = least;
#define RATE(name, unit, meaning) Rate name;
#include "emulation/noc/fields.inc"
#undef FIELD
#undef RATE

    [[nodiscard]] constexpr int nodes() const {
        return columns * rows;
    }
    [[nodiscard]] constexpr int node(int x, int y) const {
        return x + y * columns;
    }
    [[nodiscard]] constexpr bool is_inside(int x, int y) const {
        return x >= 0 && x < columns && y >= 0 && y < rows;
    }
};

} // namespace sartor::machine::noc
