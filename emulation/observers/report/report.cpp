// The summary after a run: virtual time, what the ranks did, messages, the hottest link.
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "emulation/observers/energy/energy.hpp"
#include "emulation/observers/report/services.hpp"
#include "emulation/observers/report/summary_file.hpp"
#include "emulation/run.hpp"
#include "emulation/threads/report.hpp"
#include "runtime/architecture/elf.hpp"

namespace sartor::machine::manycore {

namespace {

constexpr const char* way_names[] = {
    "local", "eager", "eager split", "lazy", "rendezvous by core", "rendezvous by DMA", "word"};
constexpr const char* kind_names[] = {"local",      "eager", "request",         "clear", "confirmation",
                                      "permission", "data",  "acknowledgement", "word",  "active"};
constexpr const char* use_names[] = {"os", "text", "mpi", "globals", "stacks", "heap", "library"};
static_assert(sizeof way_names / sizeof *way_names == static_cast<int>(Way::count), "a name for each");
static_assert(sizeof kind_names / sizeof *kind_names == static_cast<int>(Kind::count), "a name for each");
static_assert(sizeof use_names / sizeof *use_names == static_cast<int>(Use::count), "a name for each");

double percent(Cycles part, Cycles time, int ranks) noexcept {
    return time == 0 ? 0 : 100.0 * static_cast<double>(part) / (static_cast<double>(time) * ranks);
}

void print_messages(const Run& run) noexcept {
    for (int way = 0; way < static_cast<int>(Way::count); ++way)
        if (run.ways[way].messages > 0)
            process::report("  %s: %llu messages, %llu bytes", way_names[way],
                            static_cast<unsigned long long>(run.ways[way].messages),
                            static_cast<unsigned long long>(run.ways[way].bytes));
}

void append_uses(char* text, std::size_t bytes, const ClusterMemory& memory) noexcept {
    int length = 0;
    for (int use = 0; use < static_cast<int>(Use::count); ++use)
        length += std::snprintf(text + length, bytes - static_cast<std::size_t>(length), "%s%s %lld",
                                use > 0 ? ", " : "", name_of(static_cast<Use>(use)),
                                static_cast<long long>(memory.at_peak[use]));
}

// The fullest cluster, and all I/O subsystems that were used.
void print_memory(const Run& run) noexcept {
    const Description& description = run.chip.description();
    int fullest = 0;
    for (int cluster = 1; cluster < run.chip.description().clusters; ++cluster)
        if (run.memories[cluster].peak > run.memories[fullest].peak) fullest = cluster;
    const ClusterMemory& memory = run.memories[fullest];
    char uses[256] = "";
    append_uses(uses, sizeof uses, memory);
    const std::int64_t smem = run.options.smem; // 0: unlimited, shown beside the machine's
    process::report("  SMEM: at most %lld of %lld bytes, in cluster %d: %s (sizes of %s)",
                    static_cast<long long>(memory.peak),
                    static_cast<long long>(smem > 0 ? smem : run.chip.description().smem_bytes), fullest,
                    uses, architecture::ElfFiles::name);
    for (auto io = static_cast<int>(description.clusters); io < description.nodes(); ++io) {
        if (run.memories[io].peak == 0) continue;
        append_uses(uses, sizeof uses, run.memories[io]);
        process::report("  DDR of I/O subsystem %d: at most %lld of %lld bytes: %s",
                        io - static_cast<int>(description.clusters),
                        static_cast<long long>(run.memories[io].peak),
                        static_cast<long long>(description.ddr_bytes), uses);
    }
}

void print_summary(const Run& run) noexcept {
    const Sums sums = sums_of(run);
    const int world = process::world_of(0).size;
    process::report("%s: %lld cycles, %.3f ms of virtual time, %d ranks%s%s", run.chip.description().name,
                    static_cast<long long>(sums.time),
                    static_cast<double>(sums.time) * seconds_per_cycle() * 1e3, world,
                    world < run.ranks ? " and an I/O rank" : "",
                    run.options.measured ? "; computing was measured here: the run is not repeatable" : "");
    process::report("  computing %.1f %%, communicating %.1f %%, waiting %.1f %%",
                    percent(sums.computing, sums.time, run.ranks),
                    percent(sums.communicating, sums.time, run.ranks),
                    percent(sums.waiting, sums.time, run.ranks));
    if (&threads::print_threads != nullptr) threads::print_threads(run, sums.time);
    print_start_up(run.start_up);
    print_messages(run);
    print_names();
    print_memory(run);
    print_energy(run, sums.time);
    const Interconnect& networks = run.chip.networks();
    const int hottest = networks.hottest();
    if (hottest < 0) return;
    char name[128];
    networks.name_link(hottest, name, sizeof name);
    process::report("  hottest link: %s, busy %.1f %%", name, percent(networks.busy(hottest), sums.time, 1));
}

void write_json(const Run& run) noexcept {
    FILE* file = std::fopen(run.options.json, "w");
    if (file == nullptr)
        return process::report("--json %s: %s; the summary is not written", run.options.json,
                               std::strerror(errno));
    write_summary(file, run);
    std::fclose(file);
}

} // namespace

const char* name_of(Kind kind) noexcept {
    return kind_names[static_cast<int>(kind)];
}
const char* name_of(Way way) noexcept {
    return way_names[static_cast<int>(way)];
}
const char* name_of(Use use) noexcept {
    return use_names[static_cast<int>(use)];
}

Sums sums_of(const Run& run) noexcept {
    Sums sums;
    for (int rank = 0; rank < run.ranks; ++rank)
        if (run.pes[rank].clock > sums.time) sums.time = run.pes[rank].clock;
    for (int rank = 0; rank < run.ranks; ++rank) {
        const Pe& pe = run.pes[rank];
        sums.computing += pe.computing;
        sums.communicating += pe.communicating;
        sums.waiting += sums.time - pe.computing - pe.communicating;
    }
    return sums;
}

void report_run(const Run& run) noexcept {
    if (run.options.summary) print_summary(run);
    if (run.options.json != nullptr) write_json(run);
}

} // namespace sartor::machine::manycore
