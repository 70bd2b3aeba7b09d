// Which rank runs on which node (LWMPI, section 5.8).
#include <cstdlib>
#include <cstring>

#include "emulation/run.hpp"

namespace sartor::machine::manycore {

namespace {

[[noreturn]] void refuse_placement(const Run& run, const char* text) noexcept {
    process::report(
        "--place %s: expected a cluster from 0 to %lld or io0 to io%lld for each of %d ranks, with commas",
        text, static_cast<long long>(run.chip.description().clusters - 1),
        static_cast<long long>(run.chip.description().io_subsystems - 1), process::world_of(0).size);
    process::end_run(process::usage_exit_code);
}

void place_as_listed(Run& run, const char* text) noexcept {
    const Description& description = run.chip.description();
    const char* entry = text;
    const int ranks = process::world_of(0).size;
    for (int rank = 0; rank < ranks; ++rank) {
        const bool io = std::strncmp(entry, "io", 2) == 0;
        char* end = nullptr;
        const long number = std::strtol(entry + (io ? 2 : 0), &end, 10);
        const bool last = rank == ranks - 1;
        if (end == entry + (io ? 2 : 0) || *end != (last ? '\0' : ',') || number < 0 ||
            number >= (io ? description.io_subsystems : description.clusters))
            refuse_placement(run, text);
        run.pes[rank].node = static_cast<int>(number + (io ? description.clusters : 0));
        entry = end + 1;
    }
}

void check_capacity(const Run& run, int per_cluster) noexcept {
    const Description& description = run.chip.description();
    const std::int64_t most = description.clusters * per_cluster;
    const int ranks = process::world_of(0).size;
    if (ranks <= most) return;
    process::report("%d ranks are too many for %s: it has %lld clusters of %d ranks", ranks, description.name,
                    static_cast<long long>(description.clusters), per_cluster);
    process::end_run(process::usage_exit_code);
}

int ranks_per_cluster(const Run& run) noexcept {
    const auto most = static_cast<int>(run.chip.description().ranks_per_cluster);
    if (run.options.per_cluster == 0) return most;
    if (run.options.per_cluster <= most) return run.options.per_cluster;
    process::report("--per-cluster %d: a cluster of %s takes at most %d ranks", run.options.per_cluster,
                    run.chip.description().name, most);
    process::end_run(process::usage_exit_code);
}

// The North one is the first (MPPA-MPI, section II).
void place_guests(Run& run) noexcept {
    const Description& description = run.chip.description();
    for (int rank = process::world_of(0).size; rank < run.ranks; ++rank) {
        if (description.io_subsystems == 0) {
            process::report("%s has no I/O subsystem for an I/O program", description.name);
            process::end_run(process::usage_exit_code);
        }
        run.pes[rank].node = static_cast<int>(description.clusters);
    }
}

[[noreturn]] void refuse_thread_count(const Run& run, int cluster, int ranks) noexcept {
    const Description& description = run.chip.description();
    process::report(
        "--threads %d: cluster %d of %s has %lld PEs for the threads of %d rank%s, at most %lld for each",
        run.options.threads, cluster, description.name, static_cast<long long>(description.thread_pes), ranks,
        ranks == 1 ? "" : "s", static_cast<long long>(description.thread_pes) / ranks);
    process::end_run(process::usage_exit_code);
}

} // namespace

void check_threads(const Run& run) noexcept {
    if (run.options.threads == 1) return;
    const Description& description = run.chip.description();
    int* ranks = allocate<int>(static_cast<std::size_t>(description.nodes()));
    for (int rank = 0; rank < run.ranks; ++rank) ++ranks[run.pes[rank].node];
    for (int cluster = 0; cluster < description.clusters; ++cluster)
        if (ranks[cluster] > 0 && run.options.threads > description.thread_pes / ranks[cluster])
            refuse_thread_count(run, cluster, ranks[cluster]);
    std::free(ranks);
}

void place_ranks(Run& run, const process::Layout& layout) noexcept {
    place_guests(run);
    if (run.options.placement != nullptr) return place_as_listed(run, run.options.placement);
    const int per_cluster = ranks_per_cluster(run);
    check_capacity(run, per_cluster);
    const auto clusters = static_cast<int>(run.chip.description().clusters);
    for (int rank = 0; rank < process::world_of(0).size; ++rank)
        run.pes[rank].node =
            layout.mapping == process::Mapping::scatter ? rank % clusters : rank / per_cluster;
}

} // namespace sartor::machine::manycore
