// Objects to which programs have handles, in a pool for each rank. A handle holds the index of a slot and how
// often this slot was used before, so that freed and invented handles are recognized without access to the
// memory to which they would point.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace sartor {

namespace internal {

// What pools of all kinds of objects have in common: slots of one size, which begin with a head.
class AnyHandlePool {
  public:
    AnyHandlePool() = default;
    AnyHandlePool(const AnyHandlePool&) = delete;
    AnyHandlePool& operator=(const AnyHandlePool&) = delete;

  protected:
    static constexpr std::uint32_t chunk_size = 32;
    static constexpr int index_shift = 4;
    static constexpr std::uint32_t first_index = 4096 >> index_shift;
    static constexpr std::uintptr_t free_mark = 1; // set in the handle of a free slot
    static constexpr std::uintptr_t next_use = (std::uintptr_t{1} << 32) - free_mark;

    struct Head {
        std::uintptr_t handle; // with free_mark while the slot is free
        union {
            Head* next_free;     // while the slot is free
            const void* made_at; // while it is in use
        };
    };

    ~AnyHandlePool() {
        for (std::uint32_t chunk = 0; chunk < slots_ / chunk_size; ++chunk) std::free(chunks_[chunk]);
        std::free(chunks_);
    }

    // The index of a handle's slot. Values that are no handle, the marked ones among them, give an index far
    // above all slots.
    [[nodiscard]] static std::uint32_t index_of(std::uintptr_t handle) noexcept {
        return std::rotr(static_cast<std::uint32_t>(handle), index_shift) - first_index;
    }
    // False when the system has no memory.
    [[nodiscard, gnu::cold]] bool grow(std::size_t slot_bytes, std::size_t slot_alignment) noexcept;

    std::byte* first_chunk_ = nullptr; // found without the table
    Head* free_ = nullptr;
    std::byte** chunks_ = nullptr;
    std::uint32_t first_slots_ = 0; // in the first chunk: all or none
    std::uint32_t slots_ = 0;
};

} // namespace internal

// Requires: Object can be default-constructed without an exception; one thread at a time. Handles are never
// below 4096, so lower values are free for predefined constants.
//
// Objects keep their addresses. Memory comes from malloc for 32 objects at a time, is reused for new objects
// and is freed with the pool. An object that is still live then is not destroyed: its owner frees it before.
//
// A slot that was used 2^32 times gives out its old handles again.
template <class Object>
class HandlePool : internal::AnyHandlePool {
  public:
    // A new object, in constant time but for malloc; null when the system has no memory. `made_at`: the
    // address in the program of the call that created it, for reports of what was not freed; null when the
    // program need not free it.
    [[nodiscard]] Object* make(const void* made_at = nullptr) noexcept {
        return free_ != nullptr || grow(sizeof(Slot), alignof(Slot)) ? make_again(made_at) : nullptr;
    }
    // The same without memory from the system; null when no free slot is left. The object is constructed from
    // the other arguments.
    template <class... Arguments>
    [[nodiscard]] Object* make_again(const void* made_at, const Arguments&... arguments) noexcept {
        if (free_ == nullptr) return nullptr;
        Head& head = *free_;
        free_ = head.next_free;
        head.made_at = made_at;
        head.handle += next_use;
        return new (slot_with(head).memory) Object(arguments...);
    }
    // The call site that make() was given for a live object.
    [[nodiscard]] static const void* made_at(Object& object) noexcept { return slot_of(object).head.made_at; }

    // Destroys a live object of this pool, in constant time. Its handle is invalid from now on.
    void free(Object& object) noexcept {
        Slot& slot = slot_of(object);
        object.~Object();
        slot.head.handle += free_mark;
        slot.head.next_free = free_;
        free_ = &slot.head;
    }

    // The handle of a live object.
    [[nodiscard]] static std::uintptr_t handle_of(Object& object) noexcept {
        return slot_of(object).head.handle;
    }

    // The live object with this handle, in constant time; null for any other value.
    [[nodiscard]] Object* find(std::uintptr_t handle) const noexcept {
        const std::uint32_t index = index_of(handle);
        if (index >= first_slots_) [[unlikely]]
            return find_later(handle);
        Slot& slot = reinterpret_cast<Slot*>(first_chunk_)[index];
        return slot.head.handle == handle ? &object_of(slot) : nullptr;
    }

    // A handle as 32 bits keeps the slot alone. handle_at() finds the whole handle of the object that is
    // live there now, which may be a later one; for any other value it returns the value itself, extended by
    // zeros.
    [[nodiscard]] static std::int32_t slot_number_of(std::uintptr_t handle) noexcept {
        return static_cast<std::int32_t>(handle);
    }
    [[nodiscard]] std::uintptr_t handle_at(std::int32_t slot_number) const noexcept {
        const auto low = static_cast<std::uint32_t>(slot_number);
        const std::uint32_t index = index_of(low);
        if (index >= slots_) return low;
        const std::uintptr_t handle = slot_at(index).head.handle;
        return slot_number_of(handle) == slot_number ? handle : low;
    }

    // Calls visit(object) for each live object, in the order of slots and in time proportional to the
    // largest number of objects that were ever live at once. visit() may free the object that it is given.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::uint32_t index = 0; index < slots_; ++index)
            if (Slot& slot = slot_at(index); (slot.head.handle & free_mark) == 0) visit(object_of(slot));
    }

  private:
    static constexpr std::size_t cache_line = 64;

    // Slots of large objects start a cache line, with the members that a look-up reads in front.
    static constexpr std::size_t least_alignment =
        alignof(Object) < alignof(void*) ? alignof(void*) : alignof(Object);
    static constexpr std::size_t slot_alignment =
        sizeof(Object) < cache_line || alignof(Object) > cache_line ? least_alignment : cache_line;
    struct alignas(slot_alignment) Slot {
        Head head;
        alignas(Object) std::byte memory[sizeof(Object)];
    };

    [[nodiscard]] static Slot& slot_with(Head& head) noexcept { return reinterpret_cast<Slot&>(head); }
    [[nodiscard]] static Slot& slot_of(Object& object) noexcept {
        return *reinterpret_cast<Slot*>(reinterpret_cast<std::byte*>(&object) - offsetof(Slot, memory));
    }
    [[nodiscard]] static Object& object_of(Slot& slot) noexcept {
        auto* object = std::launder(reinterpret_cast<Object*>(slot.memory));
        if (object == nullptr) __builtin_unreachable(); // spares callers of find() to look
        return *object;
    }
    [[nodiscard]] Slot& slot_at(std::uint32_t index) const noexcept {
        return reinterpret_cast<Slot*>(chunks_[index / chunk_size])[index % chunk_size];
    }

    // In the other chunks. The first one has as many objects as most programs have at a time.
    [[nodiscard, gnu::noinline]] Object* find_later(std::uintptr_t handle) const noexcept {
        const std::uint32_t index = index_of(handle);
        if (index >= slots_) return nullptr;
        Slot& slot = slot_at(index);
        return slot.head.handle == handle ? &object_of(slot) : nullptr;
    }
};

} // namespace sartor
