// What GCC's and Clang's -fsanitize=thread call at loads and stores of programs built with --checked (LLVM's
// compiler-rt/lib/tsan/rtl/tsan_interface.h names the functions): their memory may be that of operations
// under way. Atomic accesses are made here. They and those of volatile memory, by which programs wait for
// what others write, are no mistakes.
#include <cstddef>
#include <cstdint>

#include "runtime/accesses/looks.hpp"

namespace {

constexpr bool loads = false, stores = true;

} // namespace

#define PLACE __builtin_return_address(0)
#define ACCESS(name, bytes, is_store)                                                                        \
    [[gnu::weak]] void __tsan_##name(void* address) noexcept {                                               \
        sartor::process::look_at(address, bytes, is_store, PLACE);                                           \
    }
#define POLLS(where, is_store) sartor::process::look_at_poll(where, sizeof *(where), is_store, PLACE)
#define VOLATILE(name, bytes, is_store)                                                                      \
    [[gnu::weak]] void __tsan_volatile_##name(void* where) noexcept {                                        \
        sartor::process::look_at_poll(where, bytes, is_store, PLACE);                                        \
    }                                                                                                        \
    [[gnu::weak]] void __tsan_unaligned_volatile_##name(void* where) noexcept {                              \
        sartor::process::look_at_poll(where, bytes, is_store, PLACE);                                        \
    }
#define ACCESSES(bytes)                                                                                      \
    ACCESS(read##bytes, bytes, loads)                                                                        \
    ACCESS(write##bytes, bytes, stores)                                                                      \
    ACCESS(unaligned_read##bytes, bytes, loads)                                                              \
    ACCESS(unaligned_write##bytes, bytes, stores)                                                            \
    VOLATILE(read##bytes, bytes, loads)                                                                      \
    VOLATILE(write##bytes, bytes, stores)                                                                    \
    ACCESS(read_write##bytes, bytes, stores)                                                                 \
    ACCESS(unaligned_read_write##bytes, bytes, stores)

#define FETCHES(bits, type, name)                                                                            \
    [[gnu::weak]] type __tsan_atomic##bits##_fetch_##name(volatile type* where, type value, int) noexcept {  \
        POLLS(where, stores);                                                                                \
        return __atomic_fetch_##name(where, value, __ATOMIC_SEQ_CST);                                        \
    }
#define COMPARES(bits, type, strength, spurious)                                                             \
    [[gnu::weak]] int __tsan_atomic##bits##_compare_exchange_##strength(                                     \
        volatile type* where, type* expected, type value, int, int) noexcept {                               \
        POLLS(where, stores);                                                                                \
        return __atomic_compare_exchange_n(where, expected, value, spurious, __ATOMIC_SEQ_CST,               \
                                           __ATOMIC_SEQ_CST);                                                \
    }
#define ATOMICS(bits, type)                                                                                  \
    [[gnu::weak]] type __tsan_atomic##bits##_load(const volatile type* where, int) noexcept {                \
        POLLS(where, loads);                                                                                 \
        return __atomic_load_n(where, __ATOMIC_SEQ_CST);                                                     \
    }                                                                                                        \
    [[gnu::weak]] void __tsan_atomic##bits##_store(volatile type* where, type value, int) noexcept {         \
        POLLS(where, stores);                                                                                \
        __atomic_store_n(where, value, __ATOMIC_SEQ_CST);                                                    \
    }                                                                                                        \
    [[gnu::weak]] type __tsan_atomic##bits##_exchange(volatile type* where, type value, int) noexcept {      \
        POLLS(where, stores);                                                                                \
        return __atomic_exchange_n(where, value, __ATOMIC_SEQ_CST);                                          \
    }                                                                                                        \
    [[gnu::weak]] type __tsan_atomic##bits##_compare_exchange_val(volatile type* where, type expected,       \
                                                                  type value, int, int) noexcept {           \
        POLLS(where, stores);                                                                                \
        __atomic_compare_exchange_n(where, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
        return expected;                                                                                     \
    }                                                                                                        \
    COMPARES(bits, type, strong, false)                                                                      \
    COMPARES(bits, type, weak, true)                                                                         \
    FETCHES(bits, type, add)                                                                                 \
    FETCHES(bits, type, sub)                                                                                 \
    FETCHES(bits, type, and)                                                                                 \
    FETCHES(bits, type, or)                                                                                  \
    FETCHES(bits, type, xor)                                                                                 \
    FETCHES(bits, type, nand)

extern "C" {

// By a constructor of each object.
[[gnu::weak]] void __tsan_init() noexcept {
    sartor_rank_watched_memory.look();
}
[[gnu::weak]] void __tsan_func_entry(void*) noexcept {}
[[gnu::weak]] void __tsan_func_exit() noexcept {}

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

[[gnu::weak]] void __tsan_read_range(void* address, std::size_t bytes) noexcept {
    sartor::process::look_at_range(address, bytes, loads, PLACE);
}
[[gnu::weak]] void __tsan_write_range(void* address, std::size_t bytes) noexcept {
    sartor::process::look_at_range(address, bytes, stores, PLACE);
}
// Pointers to tables of virtual functions: objects whose lifetime begins or ends.
[[gnu::weak]] void __tsan_vptr_update(void**, void*) noexcept {}
[[gnu::weak]] void __tsan_vptr_read(void**) noexcept {}

ATOMICS(8, std::uint8_t)
ATOMICS(16, std::uint16_t)
ATOMICS(32, std::uint32_t)
ATOMICS(64, std::uint64_t)
[[gnu::weak]] void __tsan_atomic_thread_fence(int) noexcept {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
[[gnu::weak]] void __tsan_atomic_signal_fence(int) noexcept {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

} // extern "C"
