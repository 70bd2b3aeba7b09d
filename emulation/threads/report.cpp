// One line for all ranks; in JSON one entry for each.
#include "emulation/threads/report.hpp"

#include "emulation/threads/crew.hpp"

// The link refers to this symbol, so that the summary finds these functions.
extern "C" const char sartor_reports_threads = 1;

namespace sartor::machine::manycore::threads {

namespace {

struct Sums {
    std::int64_t regions = 0;
    Cycles computing = 0;
    Cycles communicating = 0;
    int others = 0; // threads besides the main ones
};

Sums sums_of(const Run& run) noexcept {
    Sums sums;
    for (int rank = 0; rank < run.ranks; ++rank) {
        const Crew* crew = run.pes[rank].crew;
        if (crew == nullptr) continue;
        sums.regions += crew->regions;
        sums.computing += crew->computing;
        sums.communicating += crew->communicating;
        sums.others += crew->made - 1;
    }
    return sums;
}

double percent(Cycles part, Cycles time, int threads) noexcept {
    if (time == 0 || threads == 0) return 0;
    return 100.0 * static_cast<double>(part) / (static_cast<double>(time) * threads);
}

} // namespace

void print_threads(const Run& run, Cycles time) noexcept {
    const Sums sums = sums_of(run);
    if (sums.regions == 0) return;
    process::report("  threads: up to %d for each rank, %lld parallel regions; all except the main threads: "
                    "computing %.1f %%, OpenMP %.1f %%",
                    run.options.threads, static_cast<long long>(sums.regions),
                    percent(sums.computing, time, sums.others),
                    percent(sums.communicating, time, sums.others));
}

void write_threads(FILE* file, const Run& run) noexcept {
    std::fprintf(file, "  \"threads\": [");
    for (int rank = 0; rank < run.ranks; ++rank) {
        static constexpr Crew none{};
        const Crew& crew = run.pes[rank].crew != nullptr ? *run.pes[rank].crew : none;
        std::fprintf(
            file,
            "%s\n    {\"rank\": %d, \"threads\": %d, \"regions\": %lld, \"computing\": %lld, \"openmp\": "
            "%lld}",
            rank > 0 ? "," : "", rank, crew.made, static_cast<long long>(crew.regions),
            static_cast<long long>(crew.computing), static_cast<long long>(crew.communicating));
    }
    std::fprintf(file, "\n  ],\n");
}

} // namespace sartor::machine::manycore::threads
