// The parts of a manycore and their costs: a machine file as constants of the compiler.
#pragma once

#include "emulation/chip/interconnect.hpp"

namespace sartor::machine::noc {
struct Description;
struct Links;
} // namespace sartor::machine::noc

namespace sartor::machine::manycore {

Interconnect& make_grid(Chip& chip) noexcept;         // chip/grid.hpp
Interconnect& make_tiles(Chip& chip) noexcept;        // chip/tiles.hpp
Interconnect& make_linked_tiles(Chip& chip) noexcept; // chip/linked_tiles.hpp

enum class NetworkKind : std::uint8_t { torus, mesh };

inline constexpr int most_dimensions = 10;
inline constexpr int most_io_subsystems = 64;
inline constexpr int most_big_endian = 256;

// The members are listed in fields.inc with their meanings and units.
struct Description {
    const char* name = "";
    NetworkKind network = NetworkKind::torus;
    int dimension_count = 1;
    int dimensions[most_dimensions] = {};
    int io_at[most_io_subsystems] = {}; // the cluster at whose router each I/O subsystem hangs
    int big_endian_count = 0;
    int big_endian[most_big_endian] = {}; // clusters that store the most significant byte first
    MakeInterconnect make_interconnect = &make_grid;
    const noc::Description* tiles = nullptr; // of networks whose interfaces serve reads (chip/tiles.hpp)
    const noc::Links* links = nullptr;       // of several chips of such networks (chip/linked_tiles.hpp)

#define FIELD(name, unit, least, most, meaning) std::int64_t name = 0;
#define RATE(name, unit, meaning) Rate name;
#include "emulation/fields.inc"
#undef FIELD
#undef RATE

    // The bytes of data in a control message.
    [[nodiscard]] constexpr std::int64_t control_payload() const noexcept {
        return control_bytes - control_header;
    }
    [[nodiscard]] constexpr int nodes() const noexcept {
        return static_cast<int>(clusters + io_subsystems);
    }
    // The node of services for the whole chip: the first I/O subsystem, or the first cluster without any.
    [[nodiscard]] constexpr int server_node() const noexcept {
        return io_subsystems > 0 ? static_cast<int>(clusters) : 0;
    }
    [[nodiscard]] constexpr bool is_io(int node) const noexcept {
        return node >= clusters;
    }
};

} // namespace sartor::machine::manycore
