// Energy in the summary and in the file of --json.
#include "emulation/observers/energy/energy.hpp"

namespace sartor::machine::manycore {

namespace {

struct Cause {
    const char* name;
    Picojoules energy;
};

constexpr int cause_count = 9;

struct Causes {
    Cause list[cause_count];
};

Causes causes_of(const Energy& energy) noexcept {
    return {{{"computing", energy.ranks.computing},
             {"communicating", energy.ranks.communicating},
             {"waiting", energy.ranks.waiting},
             {"PEs without a rank", energy.idle_pes},
             {"managers", energy.managers},
             {"network", energy.network},
             {"SMEM", energy.smem},
             {"DDR", energy.ddr},
             {"rest of the chip", energy.chip}}};
}

constexpr double joules(Picojoules energy) noexcept {
    return static_cast<double>(energy) * 1e-12;
}

} // namespace

void print_energy(const Run& run, Cycles now) noexcept {
    const Energy energy = energy_until(run, now);
    if (energy.total() == 0) return;
    process::report("  energy: %.4g J, %.3f W", joules(energy.total()),
                    static_cast<double>(milliwatts(energy.total(), now, run.chip.description().clock)) *
                        1e-3);
    char text[512] = "";
    int length = 0;
    for (const Cause& cause : causes_of(energy).list)
        length +=
            std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length), "%s%s %.1f %%",
                          length > 0 ? ", " : "", cause.name,
                          100 * static_cast<double>(cause.energy) / static_cast<double>(energy.total()));
    process::report("  of it: %s", text);
}

void write_energy(FILE* file, const Run& run, Cycles now) noexcept {
    const Energy energy = energy_until(run, now);
    std::fprintf(file, "  \"energy\": {\"unit\": \"pJ\"");
    for (const Cause& cause : causes_of(energy).list)
        std::fprintf(file, ", \"%s\": %lld", cause.name, static_cast<long long>(cause.energy));
    std::fprintf(file, ", \"total\": %lld, \"watts\": %.3f},\n  \"energy_of_ranks\": [",
                 static_cast<long long>(energy.total()),
                 static_cast<double>(milliwatts(energy.total(), now, run.chip.description().clock)) * 1e-3);
    for (int rank = 0; rank < run.ranks; ++rank) {
        const RankEnergy one = energy_of_rank(run, rank, now);
        std::fprintf(
            file, "%s\n    {\"rank\": %d, \"computing\": %lld, \"communicating\": %lld, \"waiting\": %lld}",
            rank > 0 ? "," : "", rank, static_cast<long long>(one.computing),
            static_cast<long long>(one.communicating), static_cast<long long>(one.waiting));
    }
    std::fprintf(file, "\n  ],\n");
}

} // namespace sartor::machine::manycore
