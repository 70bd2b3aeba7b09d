// malloc and its kin in programs built with --checked: the C library's, whose blocks are noted by address.
// A part of its own in executables; on emulated chips their malloc takes its place.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>

#include "runtime/accesses/watched_memory.hpp"
#include "runtime/known_memory/heap_changes.hpp"
#include "runtime/known_memory/known_memory.hpp"
#include "runtime/known_memory/yield_processor.hpp"

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* memory);
}

namespace {

// Blocks whose addresses have one hash: a table with linear probing, at most half full. Without memory for a
// larger one, blocks are not noted.
class Blocks {
  public:
    void add(const void* address, std::size_t bytes) noexcept {
        const Guard guard(held_);
        if (2 * (count_ + 1) > room_ && !grow()) return;
        put(each_, room_, {address, bytes});
        ++count_;
    }
    void remove(const void* address) noexcept {
        const Guard guard(held_);
        std::size_t gap = 0;
        if (!find(address, gap)) return;
        --count_;
        // What follows without a gap moves up, unless it would be in front of its own place.
        for (std::size_t next = in_room(gap + 1); each_[next].address != nullptr; next = in_room(next + 1)) {
            const std::size_t own = slot_of(each_[next].address, room_);
            if (in_room(next - own) < in_room(next - gap)) continue;
            each_[gap] = each_[next];
            gap = next;
        }
        each_[gap] = {};
    }
    [[nodiscard]] bool size_of(const void* address, std::size_t& bytes) noexcept {
        const Guard guard(held_);
        std::size_t slot = 0;
        if (!find(address, slot)) return false;
        bytes = each_[slot].bytes;
        return true;
    }

  private:
    struct Block {
        const void* address = nullptr;
        std::size_t bytes = 0;
    };
    class Guard {
      public:
        explicit Guard(std::atomic_flag& held) noexcept : held_(held) {
            while (held_.test_and_set(std::memory_order_acquire)) sartor::process::yield_processor();
        }
        ~Guard() { held_.clear(std::memory_order_release); }

      private:
        std::atomic_flag& held_;
    };

    [[nodiscard]] static std::size_t slot_of(const void* address, std::size_t room) noexcept {
        return (reinterpret_cast<std::uintptr_t>(address) >> 4) * 0x9e3779b97f4a7c15 >> 32 & (room - 1);
    }
    [[nodiscard]] std::size_t in_room(std::size_t slot) const noexcept { return slot & (room_ - 1); }
    static void put(Block* blocks, std::size_t room, const Block& block) noexcept {
        std::size_t slot = slot_of(block.address, room);
        while (blocks[slot].address != nullptr) slot = (slot + 1) & (room - 1);
        blocks[slot] = block;
    }
    [[nodiscard]] bool find(const void* address, std::size_t& slot) const noexcept {
        if (room_ == 0) return false;
        for (slot = slot_of(address, room_); each_[slot].address != nullptr; slot = in_room(slot + 1))
            if (each_[slot].address == address) return true;
        return false;
    }
    [[nodiscard]] bool grow() noexcept {
        const std::size_t room = room_ == 0 ? 256 : 2 * room_;
        void* memory =
            mmap(nullptr, room * sizeof(Block), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return false;
        auto* larger = static_cast<Block*>(memory);
        for (std::size_t slot = 0; slot < room_; ++slot)
            if (each_[slot].address != nullptr) put(larger, room, each_[slot]);
        if (each_ != nullptr) munmap(each_, room_ * sizeof(Block));
        each_ = larger;
        room_ = room;
        return true;
    }

    std::atomic_flag held_;
    Block* each_ = nullptr;
    std::size_t room_ = 0; // a power of two
    std::size_t count_ = 0;
};

Blocks blocks[sartor::process::heap_parts];

Blocks& blocks_of(const void* address) noexcept {
    return blocks[sartor::process::heap_part_of(address)];
}

void* noted(void* address, std::size_t bytes) noexcept {
    if (address == nullptr) return address;
    blocks_of(address).add(address, bytes);
    sartor::process::count_heap_change(address);
    return address;
}

void forget(const void* address) noexcept {
    blocks_of(address).remove(address);
    sartor::process::count_heap_change(address);
}

bool find_block(const void* address, std::size_t& bytes) noexcept {
    return blocks_of(address).size_of(address, bytes);
}

// Before the program's constructors, which allocate.
[[gnu::constructor]] void note_blocks() {
    sartor::process::find_heap_block = find_block;
}

// An operation may have the memory. place: behind the call.
void look_at_end(const void* address, const void* place) noexcept {
    std::size_t bytes = 0;
    if (!sartor_rank_watched_memory.is_looked_at() || !find_block(address, bytes)) return;
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    if (sartor_rank_watched_memory.may_have_some(first, first + bytes))
        sartor_rank_frees(address, bytes, place);
}

bool is_power_of_two(std::size_t number) noexcept {
    return number != 0 && (number & (number - 1)) == 0;
}

} // namespace

extern "C" {

void* malloc(std::size_t bytes) {
    return noted(__libc_malloc(bytes), bytes);
}

void* calloc(std::size_t count, std::size_t bytes) {
    return noted(__libc_calloc(count, bytes), count * bytes);
}

// The old block is forgotten first: another thread may get its address as soon as it is free.
void* realloc(void* memory, std::size_t bytes) {
    if (memory != nullptr) look_at_end(memory, __builtin_return_address(0));
    std::size_t before = 0;
    const bool was_noted = memory != nullptr && find_block(memory, before);
    if (was_noted) forget(memory);
    void* const moved = __libc_realloc(memory, bytes);
    if (moved == nullptr && was_noted && bytes != 0) noted(memory, before); // it stays
    return noted(moved, bytes);
}

void* reallocarray(void* memory, std::size_t count, std::size_t bytes) {
    std::size_t all = 0;
    if (__builtin_mul_overflow(count, bytes, &all)) {
        errno = ENOMEM;
        return nullptr;
    }
    return realloc(memory, all);
}

void free(void* memory) {
    if (memory == nullptr) return;
    look_at_end(memory, __builtin_return_address(0));
    forget(memory);
    __libc_free(memory);
}

void* memalign(std::size_t alignment, std::size_t bytes) {
    return noted(__libc_memalign(alignment, bytes), bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    return memalign(alignment, bytes);
}

int posix_memalign(void** result, std::size_t alignment, std::size_t bytes) {
    if (alignment % sizeof(void*) != 0 || !is_power_of_two(alignment)) return EINVAL;
    const int before = errno;
    void* const memory = memalign(alignment, bytes);
    errno = before;
    if (memory == nullptr) return ENOMEM;
    *result = memory;
    return 0;
}

void* valloc(std::size_t bytes) {
    constexpr std::size_t page = 4096;
    return memalign(page, bytes);
}

} // extern "C"
