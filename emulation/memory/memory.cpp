// Clusters have the memory of the machine's description, or that of --smem; I/O
// subsystems theirs off the chip.
#include "emulation/memory/memory.hpp"

#include <cstdio>

#include "emulation/memory/image_sizes.hpp"
#include "emulation/run.hpp"

namespace sartor::machine::manycore {

void ClusterMemory::take(Use use, std::int64_t bytes) noexcept {
    used[static_cast<int>(use)] += bytes;
    total += bytes;
    if (total <= peak) return;
    peak = total;
    for (int kind = 0; kind < static_cast<int>(Use::count); ++kind) at_peak[kind] = used[kind];
}

void ClusterMemory::put_back(Use use, std::int64_t bytes) noexcept {
    used[static_cast<int>(use)] -= bytes;
    total -= bytes;
}

namespace {

// 0: unlimited.
std::int64_t capacity_of(int node) noexcept {
    const Description& description = the_run->chip.description();
    return description.is_io(node) ? description.ddr_bytes : the_run->options.smem;
}

bool has_room(int node, std::int64_t bytes) noexcept {
    const std::int64_t capacity = capacity_of(node);
    return capacity == 0 || bytes <= capacity - the_run->memories[node].total;
}

// "cluster 3", "I/O subsystem 0".
struct NodeName {
    char text[48];

    explicit NodeName(int node) noexcept {
        const Description& description = the_run->chip.description();
        const bool io = description.is_io(node);
        std::snprintf(text, sizeof text, "%s %d", io ? "I/O subsystem" : "cluster",
                      io ? node - static_cast<int>(description.clusters) : node);
    }
};

long long of(const ClusterMemory& memory, Use use) noexcept {
    return memory.used[static_cast<int>(use)];
}

void report_uses(int node) noexcept {
    const ClusterMemory& memory = the_run->memories[node];
    process::report(
        "  used: os %lld, text %lld, mpi %lld, globals %lld, stacks %lld, heap %lld, library %lld of "
        "%lld bytes",
        of(memory, Use::os), of(memory, Use::text), of(memory, Use::mpi), of(memory, Use::globals),
        of(memory, Use::stacks), of(memory, Use::heap), of(memory, Use::library),
        static_cast<long long>(capacity_of(node)));
}

[[noreturn]] void refuse_rank(int rank, int node) noexcept {
    process::report("rank %d does not fit %s of %s: %lld bytes are needed before the program starts", rank,
                    NodeName(node).text, the_run->chip.description().name,
                    static_cast<long long>(the_run->memories[node].total));
    report_uses(node);
    process::report(
        "  choose fewer ranks with --per-cluster, or --smem unlimited to see how much memory the run takes");
    process::end_run(1);
}

[[noreturn]] void refuse_stack(int rank, std::int64_t bytes) noexcept {
    const int node = the_run->pes[rank].node;
    process::report("rank %d: its stack has grown to %lld bytes, but %s has no room for them", rank,
                    static_cast<long long>(bytes), NodeName(node).text);
    report_uses(node);
    process::end_run(1);
}

[[noreturn]] void refuse_buffer(int node, std::int64_t bytes) noexcept {
    process::report("%s has no room for %lld bytes more of the MPI library's buffers", NodeName(node).text,
                    static_cast<long long>(bytes));
    report_uses(node);
    process::end_run(1);
}

// What a node has once.
void charge_system(ClusterMemory& memory) noexcept {
    static const std::int64_t mpi = library_size();
    memory.take(Use::os, the_run->chip.description().os_bytes);
    memory.take(Use::mpi, mpi);
}

bool take(Use use, std::size_t bytes, const char* outcome, int& node) noexcept {
    const int rank = process::current->number;
    node = the_run->pes[rank].node;
    ClusterMemory& memory = the_run->memories[node];
    if (has_room(node, static_cast<std::int64_t>(bytes))) {
        memory.take(use, static_cast<std::int64_t>(bytes));
        return true;
    }
    if (memory.refused++ == 0) {
        process::report("rank %d: %s has no room for %zu bytes more: %s (reported once for each cluster or "
                        "I/O subsystem)",
                        rank, NodeName(node).text, bytes, outcome);
        report_uses(node);
    }
    return false;
}

} // namespace

void charge_images(std::size_t state_bytes) noexcept {
    for (int rank = 0; rank < the_run->ranks; ++rank) {
        const ImageSizes image = image_sizes(rank);
        const int node = the_run->pes[rank].node;
        ClusterMemory& memory = the_run->memories[node];
        if (memory.total == 0) charge_system(memory);
        if (process::is_guest(rank) || of(memory, Use::text) == 0) memory.take(Use::text, image.text);
        memory.take(Use::globals, image.writable);
        memory.take(Use::library, static_cast<std::int64_t>(state_bytes));
        the_run->pes[rank].stack_bytes = the_run->chip.description().stack_bytes;
        memory.take(Use::stacks, the_run->pes[rank].stack_bytes);
        if (!has_room(node, 0)) refuse_rank(rank, node);
    }
}

bool take_heap(std::size_t bytes, const char* outcome, int& node) noexcept {
    return take(Use::heap, bytes, outcome, node);
}

void put_back_heap(std::size_t bytes, int node) noexcept {
    if (the_run != nullptr) the_run->memories[node].put_back(Use::heap, static_cast<std::int64_t>(bytes));
}

bool take_stacks(int count) noexcept {
    const int node = the_run->pes[process::current->number].node;
    const std::int64_t bytes = count * the_run->chip.description().stack_bytes;
    if (!has_room(node, bytes)) return false;
    the_run->memories[node].take(Use::stacks, bytes);
    return true;
}

void note_stack(int rank, std::int64_t deepest) noexcept {
    Pe& pe = the_run->pes[rank];
    const std::int64_t more = deepest - pe.stack_bytes;
    if (more <= 0) return;
    if (!has_room(pe.node, more)) refuse_stack(rank, deepest);
    the_run->memories[pe.node].take(Use::stacks, more);
    pe.stack_bytes = deepest;
}

bool has_room_for_buffer(int node, std::int64_t bytes) noexcept {
    return has_room(node, bytes);
}
bool take_library(std::size_t bytes, int& node) noexcept {
    return take(Use::library, bytes, "the library gets no memory", node);
}
void take_buffer(int node, std::int64_t bytes) noexcept {
    if (!has_room(node, bytes)) refuse_buffer(node, bytes);
    the_run->memories[node].take(Use::library, bytes);
}
void put_back_buffer(int node, std::int64_t bytes) noexcept {
    if (the_run != nullptr) the_run->memories[node].put_back(Use::library, bytes);
}

} // namespace sartor::machine::manycore
