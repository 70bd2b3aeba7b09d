// Words in segments: conditions on them, and atomic operations (AOS, sections 3.4 and 5.2).
#pragma once

#include <cstdint>

#include "components/one_sided/aos/aos.h"

namespace sartor::aos {

using Event = sartor_aos_event;
using Atomic = sartor_aos_atomic;
using Condition = sartor_aos_condition;

[[nodiscard]] inline bool is_comparison(int comparison) noexcept {
    return comparison >= SARTOR_AOS_EQUAL && comparison <= SARTOR_AOS_GREATER_EQUAL;
}
[[nodiscard]] inline bool compare(std::int64_t one, int comparison, std::int64_t other) noexcept {
    switch (comparison) {
    case SARTOR_AOS_EQUAL:
        return one == other;
    case SARTOR_AOS_NOT_EQUAL:
        return one != other;
    case SARTOR_AOS_LESS:
        return one < other;
    case SARTOR_AOS_LESS_EQUAL:
        return one <= other;
    case SARTOR_AOS_GREATER:
        return one > other;
    default:
        return one >= other;
    }
}

// An acquire load: what was written before the word became true is visible then.
[[nodiscard]] inline bool is_true(const Event& event) noexcept {
    return compare(__atomic_load_n(event.address, __ATOMIC_ACQUIRE), event.comparison, event.value);
}
// Makes an event that is false until complete().
inline void begin(Event& event) noexcept {
    event = {&event.done, 1, SARTOR_AOS_EQUAL, 0};
}
inline void complete(Event& event) noexcept {
    __atomic_store_n(&event.done, 1, __ATOMIC_RELEASE);
}

[[nodiscard]] inline bool is_operation(int operation) noexcept {
    return operation >= SARTOR_AOS_PEEK && operation <= SARTOR_AOS_CAS;
}
// Operations without a result, whose initiator does not wait for them.
[[nodiscard]] inline bool is_posted(int operation) noexcept {
    return operation == SARTOR_AOS_POKE || operation == SARTOR_AOS_POSTADD;
}

namespace internal {

template <class Word>
[[nodiscard]] std::int64_t carry_out(Word* word, const Atomic& atomic) noexcept {
    const auto operand = static_cast<Word>(atomic.operand);
    auto expected = static_cast<Word>(atomic.expected);
    switch (atomic.operation) {
    case SARTOR_AOS_POKE:
        return __atomic_exchange_n(word, operand, __ATOMIC_SEQ_CST);
    case SARTOR_AOS_POSTADD:
    case SARTOR_AOS_FETCHADD:
        return __atomic_fetch_add(word, operand, __ATOMIC_SEQ_CST);
    case SARTOR_AOS_FETCHCLEAR:
        return __atomic_exchange_n(word, Word{0}, __ATOMIC_SEQ_CST);
    case SARTOR_AOS_CAS:
        __atomic_compare_exchange_n(word, &expected, operand, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        return expected;
    default:
        return __atomic_load_n(word, __ATOMIC_SEQ_CST);
    }
}

} // namespace internal

// Returns the old value. By atomic instructions of the processor, so loads and stores of the segment's owner
// may be concurrent.
inline std::int64_t carry_out(char* base, const Atomic& atomic) noexcept {
    char* const address = base + atomic.offset;
    return atomic.width == 4 ? internal::carry_out(reinterpret_cast<std::int32_t*>(address), atomic)
                             : internal::carry_out(reinterpret_cast<std::int64_t*>(address), atomic);
}
// Requires a word of 64 bits inside the segment.
[[nodiscard]] inline bool holds(char* base, const Condition& condition) noexcept {
    const auto* word = reinterpret_cast<const std::int64_t*>(base + condition.offset);
    return compare(__atomic_load_n(word, __ATOMIC_SEQ_CST), condition.comparison, condition.value);
}

} // namespace sartor::aos
