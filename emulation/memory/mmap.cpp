// mmap and its kin of a program on an emulated machine: charged to the memory of its rank's cluster, as
// malloc is. Linked into executables of programs that call them.
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emulation/array.hpp"
#include "emulation/memory/callers.hpp"
#include "emulation/memory/memory.hpp"

namespace {

using namespace sartor::machine::manycore;

// Pages that are accounted to a node.
struct Mapping {
    std::uintptr_t begin;
    std::uintptr_t end;
    int node;
};

constinit Array<Mapping> mappings;

std::uintptr_t whole_pages(std::size_t bytes) noexcept {
    constexpr std::uintptr_t page = 4096;
    return (bytes + page - 1) / page * page;
}

// What is accounted of this range is so no longer; what is left of a mapping at its ends stays.
void forget(std::uintptr_t begin, std::uintptr_t end) noexcept {
    for (std::size_t index = 0; index < mappings.size(); ++index) {
        Mapping& one = mappings[index];
        const Mapping before = one;
        if (before.end <= begin || before.begin >= end) continue;
        const std::uintptr_t first = before.begin < begin ? begin : before.begin;
        const std::uintptr_t last = before.end > end ? end : before.end;
        put_back_heap(last - first, before.node);
        one.end = first; // empty where nothing is left
        if (last < before.end) mappings.push({last, before.end, before.node});
    }
}

void note(void* memory, std::size_t bytes, int node) noexcept {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const Mapping mapping = {begin, begin + whole_pages(bytes), node};
    for (std::size_t index = 0; index < mappings.size(); ++index)
        if (mappings[index].begin >= mappings[index].end) {
            mappings[index] = mapping;
            return;
        }
    mappings.push(mapping);
}

void* no_room() noexcept {
    errno = ENOMEM;
    return MAP_FAILED;
}

void* map(void* where, std::size_t bytes, int protection, int flags, int file, off_t offset,
          const void* caller) noexcept {
    const auto mapped = [&] {
        return reinterpret_cast<void*>(syscall(SYS_mmap, where, bytes, protection, flags, file, offset));
    };
    if (!is_program(caller)) return mapped();
    int node = 0;
    if (!take_heap(whole_pages(bytes), "mmap returns MAP_FAILED", node)) return no_room();
    void* memory = mapped();
    if (memory == MAP_FAILED) {
        put_back_heap(whole_pages(bytes), node);
        return memory;
    }
    if ((flags & MAP_FIXED) != 0)
        forget(reinterpret_cast<std::uintptr_t>(memory),
               reinterpret_cast<std::uintptr_t>(memory) + whole_pages(bytes));
    note(memory, bytes, node);
    return memory;
}

} // namespace

extern "C" {

void* mmap(void* where, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
    return map(where, bytes, protection, flags, file, offset, __builtin_return_address(0));
}

void* mmap64(void* where, std::size_t bytes, int protection, int flags, int file, off64_t offset) noexcept {
    return map(where, bytes, protection, flags, file, offset, __builtin_return_address(0));
}

int munmap(void* memory, std::size_t bytes) noexcept {
    const auto result = static_cast<int>(syscall(SYS_munmap, memory, bytes));
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    if (result == 0) forget(begin, begin + whole_pages(bytes));
    return result;
}

// The fifth argument is there with MREMAP_FIXED and MREMAP_DONTUNMAP.
void* mremap(void* memory, std::size_t old_bytes, std::size_t bytes, int flags, ...) noexcept {
    va_list more;
    va_start(more, flags);
    void* const where = (flags & ~MREMAP_MAYMOVE) != 0 ? va_arg(more, void*) : nullptr;
    va_end(more);
    int node = 0;
    const bool counts = is_program(__builtin_return_address(0));
    if (counts && !take_heap(whole_pages(bytes), "mremap returns MAP_FAILED", node)) return no_room();
    auto* moved = reinterpret_cast<void*>(syscall(SYS_mremap, memory, old_bytes, bytes, flags, where));
    if (moved == MAP_FAILED) {
        if (counts) put_back_heap(whole_pages(bytes), node);
        return moved;
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    forget(begin, begin + whole_pages(old_bytes));
    if (counts) note(moved, bytes, node);
    return moved;
}

} // extern "C"
