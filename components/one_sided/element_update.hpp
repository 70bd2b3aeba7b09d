// Updates element by element, each by an atomic operation of the processor, for windows whose program wants
// no more to be atomic (hint mpi_accumulate_granularity). Elements that the processor has no such operation
// for are updated under a lock: which way an element goes depends on its size and its address alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "components/one_sided/spin_lock.hpp"
#include "components/one_sided/update.hpp"

namespace sartor::one_sided {

// The longest element that is a word.
inline constexpr std::size_t longest_word = sizeof(std::uint64_t);

[[nodiscard]] inline bool is_word(const void* element, std::size_t bytes) noexcept {
    const bool has_size = bytes == 1 || bytes == 2 || bytes == 4 || bytes == longest_word;
    return has_size && reinterpret_cast<std::uintptr_t>(element) % bytes == 0;
}

// Whether an update goes by elements. Longer ones need the lock anyway, and layouts may cut them into pieces.
[[nodiscard]] inline bool goes_by_elements(const Update& how) noexcept {
    return !how.has_gaps() && how.bytes <= longest_word;
}

// Calls visit(word) with an atomic reference to the word of so many bytes.
template <class Visit>
void with_word(void* element, std::size_t bytes, Visit visit) noexcept {
    switch (bytes) {
    case 1:
        return visit(std::atomic_ref<std::uint8_t>(*static_cast<std::uint8_t*>(element)));
    case 2:
        return visit(std::atomic_ref<std::uint16_t>(*static_cast<std::uint16_t*>(element)));
    case 4:
        return visit(std::atomic_ref<std::uint32_t>(*static_cast<std::uint32_t*>(element)));
    default:
        return visit(std::atomic_ref<std::uint64_t>(*static_cast<std::uint64_t*>(element)));
    }
}

// `before` may be null; `operand` of Change::nothing, too.
inline void update_word(void* element, const void* operand, void* before, const Update& how) noexcept {
    with_word(element, how.bytes, [&](auto word) {
        using Value = typename decltype(word)::value_type;
        Value given{};
        if (how.change != Change::nothing) std::memcpy(&given, operand, sizeof given);
        Value old{};
        if (how.change == Change::nothing) {
            old = word.load(std::memory_order_acquire);
        } else if (how.change == Change::replace) {
            old = word.exchange(given, std::memory_order_acq_rel);
        } else if (how.adds_integers) {
            old = word.fetch_add(given, std::memory_order_acq_rel);
        } else {
            old = word.load(std::memory_order_relaxed);
            Value joined = old;
            do {
                joined = old;
                how.join(&given, &joined, 1);
            } while (!word.compare_exchange_weak(old, joined, std::memory_order_acq_rel,
                                                 std::memory_order_relaxed));
        }
        if (before != nullptr) std::memcpy(before, &old, sizeof old);
    });
}

// Of elements without gaps, in one piece at each side.
inline void update_elements(void* target, const void* operands, void* before, std::size_t bytes,
                            const Update& how, SpinLock& lock) noexcept {
    auto* element = static_cast<char*>(target);
    const auto* operand = static_cast<const char*>(operands);
    auto* old = static_cast<char*>(before);
    if (!is_word(target, how.bytes)) {
        const SpinGuard guard(lock);
        if (old != nullptr) std::memcpy(old, element, bytes);
        if (how.change == Change::join)
            how.join(operand, element, bytes / how.bytes);
        else if (how.change == Change::replace)
            std::memcpy(element, operand, bytes);
        return;
    }
    for (std::size_t at = 0; at < bytes; at += how.bytes)
        update_word(element + at, operand == nullptr ? nullptr : operand + at,
                    old == nullptr ? nullptr : old + at, how);
}

// What stood there comes to `before`. The element is a word.
inline void swap_word(void* element, const void* origin, const void* compare, void* before,
                      std::size_t bytes) noexcept {
    with_word(element, bytes, [&](auto word) {
        using Value = typename decltype(word)::value_type;
        Value wanted{}, found{};
        std::memcpy(&wanted, origin, sizeof wanted);
        std::memcpy(&found, compare, sizeof found);
        static_cast<void>(word.compare_exchange_strong(found, wanted, std::memory_order_acq_rel,
                                                       std::memory_order_acquire));
        std::memcpy(before, &found, sizeof found);
    });
}

} // namespace sartor::one_sided
