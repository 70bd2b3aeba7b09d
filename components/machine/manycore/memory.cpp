// Clusters have the memory that the machine's description says, or what was asked for with --smem.
#include "components/machine/manycore/memory.hpp"

#include <cstring>
#include <elf.h>

#include "components/machine/manycore/run.hpp"
#include "components/process/image.hpp"

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

bool has_room(const ClusterMemory& memory, std::int64_t bytes) noexcept {
    const std::int64_t capacity = the_run->options.smem;
    return capacity == 0 || bytes <= capacity - memory.total;
}

struct ImageSizes {
    std::int64_t text = 0;
    std::int64_t writable = 0;
};

// By what the image's file says will lie in memory. Nothing for ranks without an image: tests.
ImageSizes image_sizes() noexcept {
    const process::ImageFile file = process::image_file();
    ImageSizes sizes;
    if (file.bytes == nullptr || file.size < sizeof(Elf64_Ehdr)) return sizes;
    Elf64_Ehdr header;
    std::memcpy(&header, file.bytes, sizeof header);
    for (int index = 0; index < header.e_phnum; ++index) {
        Elf64_Phdr segment;
        std::memcpy(&segment, file.bytes + header.e_phoff + static_cast<std::size_t>(index) * sizeof segment,
                    sizeof segment);
        if (segment.p_type != PT_LOAD) continue;
        ((segment.p_flags & PF_W) != 0 ? sizes.writable : sizes.text) +=
            static_cast<std::int64_t>(segment.p_memsz);
    }
    return sizes;
}

long long of(const ClusterMemory& memory, Use use) noexcept {
    return memory.used[static_cast<int>(use)];
}

void say_uses(const ClusterMemory& memory) noexcept {
    process::report("  used: text %lld, globals %lld, stacks %lld, heap %lld, library %lld of %lld bytes",
                    of(memory, Use::text), of(memory, Use::globals), of(memory, Use::stacks),
                    of(memory, Use::heap), of(memory, Use::library),
                    static_cast<long long>(the_run->options.smem));
}

[[noreturn]] void refuse_rank(int rank, const ClusterMemory& memory) noexcept {
    process::report("rank %d does not fit cluster %d of %s: %lld bytes are needed before the program starts",
                    rank, the_run->pes[rank].node, the_run->chip.description().name,
                    static_cast<long long>(memory.total));
    say_uses(memory);
    process::report("  choose fewer ranks with --per-cluster, or --smem unlimited to see how much it takes");
    process::end_run(1);
}

} // namespace

void charge_images() noexcept {
    const ImageSizes image = image_sizes();
    for (int rank = 0; rank < the_run->ranks; ++rank) {
        const int node = the_run->pes[rank].node;
        if (the_run->chip.description().is_io(node)) continue;
        ClusterMemory& memory = the_run->memories[node];
        if (of(memory, Use::text) == 0) memory.take(Use::text, image.text);
        memory.take(Use::globals, image.writable);
        memory.take(Use::stacks, the_run->chip.description().stack_bytes);
        if (!has_room(memory, 0)) refuse_rank(rank, memory);
    }
}

bool take_heap(std::size_t bytes, int& node) noexcept {
    const int rank = process::current->number;
    node = the_run->pes[rank].node;
    if (the_run->chip.description().is_io(node)) {
        node = -1;
        return true;
    }
    ClusterMemory& memory = the_run->memories[node];
    if (has_room(memory, static_cast<std::int64_t>(bytes))) {
        memory.take(Use::heap, static_cast<std::int64_t>(bytes));
        return true;
    }
    if (memory.refused++ == 0) {
        process::report(
            "rank %d: cluster %d has no room for %zu bytes more: malloc returns NULL (said once for each "
            "cluster)",
            rank, node, bytes);
        say_uses(memory);
    }
    return false;
}

void put_back_heap(std::size_t bytes, int node) noexcept {
    if (the_run != nullptr) the_run->memories[node].put_back(Use::heap, static_cast<std::int64_t>(bytes));
}

void take_buffer(int node, std::int64_t bytes) noexcept {
    if (!the_run->chip.description().is_io(node)) the_run->memories[node].take(Use::library, bytes);
}
void put_back_buffer(int node, std::int64_t bytes) noexcept {
    if (!the_run->chip.description().is_io(node)) the_run->memories[node].put_back(Use::library, bytes);
}

} // namespace sartor::machine::manycore
