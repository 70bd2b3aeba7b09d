// Where the energy of a run went, in picojoules: counts of what happened times the machine's constants.
//
// The kinds of it are those of the papers' measurements, which comprise PEs, networks and other resources of
// the chip (LWMPI, section 6.2); the constants and their sources stand in the machine's file.
#pragma once

#include <cstdio>

#include "emulation/run.hpp"

namespace sartor::machine::manycore {

using Picojoules = std::int64_t;

// Of one rank's PE.
struct RankEnergy {
    Picojoules computing = 0;
    Picojoules communicating = 0;
    Picojoules waiting = 0;

    [[nodiscard]] Picojoules total() const noexcept { return computing + communicating + waiting; }
};

struct Energy {
    RankEnergy ranks;        // all together
    Picojoules idle_pes = 0; // those without a rank
    Picojoules managers = 0; // resource managers, kernels
    Picojoules network = 0;
    Picojoules smem = 0;
    Picojoules ddr = 0;
    Picojoules chip = 0;

    [[nodiscard]] Picojoules total() const noexcept {
        return ranks.total() + idle_pes + managers + network + smem + ddr + chip;
    }
};

// From the run's begin until a time that has come. What ranks and servers have begun counts up to that time;
// what was sent counts when it was sent.
[[nodiscard]] Energy energy_until(const Run& run, Cycles now) noexcept;
[[nodiscard]] RankEnergy energy_of_rank(const Run& run, int rank, Cycles now) noexcept;

// For the summary, and for the file of --json: two members.
void print_energy(const Run& run, Cycles now) noexcept;
void write_energy(FILE* file, const Run& run, Cycles now) noexcept;

// clock: MHz. pJ/cycle * MHz is microwatts.
[[nodiscard]] constexpr std::int64_t milliwatts(Picojoules energy, Cycles time, std::int64_t clock) noexcept {
    constexpr std::int64_t microwatts = 1000;
    return time == 0 ? 0
                     : static_cast<std::int64_t>(static_cast<double>(energy) / static_cast<double>(time) *
                                                 static_cast<double>(clock) / microwatts);
}

static_assert(milliwatts(17000, 1000, 500) == 8, "17 pJ/cycle * 500 MHz = 8500 microwatts");

} // namespace sartor::machine::manycore
