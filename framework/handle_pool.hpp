// Objects behind handles, in a pool for each rank. A handle is a place in the pool and the number of times
// that the place was used before: a freed or made-up handle is recognized without touching what it points to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace sartor {

// Object needs a default constructor. Handles are never below 4096: lower values are free for constants.
template <class Object>
class HandlePool {
  public:
    HandlePool() = default;
    HandlePool(const HandlePool&) = delete;
    HandlePool& operator=(const HandlePool&) = delete;
    ~HandlePool() {
        for (std::uint32_t chunk = 0; chunk < chunk_count_; ++chunk) std::free(chunks_[chunk]);
        std::free(chunks_);
    }

    // A new object, or null when the system has no memory.
    [[nodiscard]] Object* make() noexcept {
        if (free_ == nullptr && !grow()) return nullptr;
        Slot* slot = free_;
        free_ = slot->next_free;
        slot->live = true;
        return new (slot->memory) Object;
    }

    // The object must be live. Its handle is invalid from now on.
    void free(Object& object) noexcept {
        Slot& slot = slot_of(object);
        object.~Object();
        slot.live = false;
        ++slot.generation;
        slot.next_free = free_;
        free_ = &slot;
    }

    [[nodiscard]] static std::uintptr_t handle_of(Object& object) noexcept {
        const Slot& slot = slot_of(object);
        return std::uintptr_t{slot.generation} << 32 | (std::uintptr_t{slot.index} + first_index)
                                                           << index_shift;
    }

    // Null when the handle is none of a live object of this rank.
    [[nodiscard]] Object* find(std::uintptr_t handle) const noexcept {
        const std::uint32_t index = (static_cast<std::uint32_t>(handle) >> index_shift) - first_index;
        const bool possible = index < chunk_count_ * chunk_size && (handle & ((1U << index_shift) - 1)) == 0;
        return possible ? find_again(handle) : nullptr;
    }
    // The same of a handle that find() knew before: its object may have been freed since.
    [[nodiscard]] Object* find_again(std::uintptr_t handle) const noexcept {
        const std::uint32_t index = (static_cast<std::uint32_t>(handle) >> index_shift) - first_index;
        Slot& slot = chunks_[index / chunk_size][index % chunk_size];
        const bool mine = slot.live && slot.generation == handle >> 32;
        return mine ? std::launder(reinterpret_cast<Object*>(slot.memory)) : nullptr;
    }

    // Handles as 32 bits keep the place alone; the whole handle of a live object is found again. Anything
    // else stays as it is.
    [[nodiscard]] static std::int32_t place_of(std::uintptr_t handle) noexcept {
        return static_cast<std::int32_t>(handle);
    }
    [[nodiscard]] std::uintptr_t handle_at(std::int32_t place) const noexcept {
        const auto low = static_cast<std::uint32_t>(place);
        const std::uint32_t index = (low >> index_shift) - first_index;
        if (low >> index_shift < first_index || index >= chunk_count_ * chunk_size) return low;
        const Slot& slot = chunks_[index / chunk_size][index % chunk_size];
        return slot.live ? std::uintptr_t{slot.generation} << 32 | low : low;
    }

    // Calls visit(object) for each live object.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::uint32_t index = 0; index < chunk_count_ * chunk_size; ++index) {
            Slot& slot = chunks_[index / chunk_size][index % chunk_size];
            if (slot.live) visit(*std::launder(reinterpret_cast<Object*>(slot.memory)));
        }
    }

  private:
    static constexpr std::size_t cache_line = 64;
    static constexpr std::uint32_t chunk_size = 32;
    static constexpr unsigned index_shift = 4;
    static constexpr std::uint32_t first_index = 4096 >> index_shift;

    // Large objects begin with a cache line, after what a look at a handle needs.
    struct alignas(sizeof(Object) < cache_line ? alignof(Object) : cache_line) Slot {
        std::uint32_t generation;
        std::uint32_t index;
        Slot* next_free;
        bool live;
        alignas(Object) std::byte memory[sizeof(Object)];
    };

    [[nodiscard]] static Slot& slot_of(Object& object) noexcept {
        return *reinterpret_cast<Slot*>(reinterpret_cast<std::byte*>(&object) - offsetof(Slot, memory));
    }

    [[nodiscard]] bool grow() noexcept {
        auto** chunks = static_cast<Slot**>(std::realloc(chunks_, (chunk_count_ + 1) * sizeof(Slot*)));
        if (chunks == nullptr) return false;
        chunks_ = chunks;
        auto* chunk = static_cast<Slot*>(std::aligned_alloc(alignof(Slot), chunk_size * sizeof(Slot)));
        if (chunk == nullptr) return false;
        std::memset(static_cast<void*>(chunk), 0, chunk_size * sizeof(Slot));
        chunks_[chunk_count_] = chunk;
        for (std::uint32_t index = chunk_size; index-- > 0;) {
            chunk[index].index = chunk_count_ * chunk_size + index;
            chunk[index].next_free = free_;
            free_ = &chunk[index];
        }
        ++chunk_count_;
        return true;
    }

    Slot** chunks_ = nullptr;
    std::uint32_t chunk_count_ = 0;
    Slot* free_ = nullptr;
};

} // namespace sartor
