#include "runtime/failures/memory.hpp"

#include <sched.h>

#include "runtime/failures/agreement.hpp"
#include "runtime/peers.hpp"
#include "runtime/process.hpp"

namespace sartor::process::failures {

Memory* memory = nullptr;
bool memory_is_shared = false;

namespace {

int most = 0; // ranks

[[nodiscard]] std::uint32_t own_number() noexcept {
    return peers == nullptr ? 1 : static_cast<std::uint32_t>(peers->number) + 1;
}
[[nodiscard]] bool is_gone(std::uint32_t holder) noexcept {
    return peers != nullptr && peers->has_failed != nullptr && holder != 0 &&
           peers->has_failed(static_cast<int>(holder) - 1);
}

[[nodiscard]] constexpr std::size_t in_lines(std::size_t bytes) noexcept {
    constexpr std::size_t line = 64;
    return (bytes + line - 1) / line * line;
}
[[nodiscard]] std::size_t of_fates(int ranks) noexcept {
    return in_lines(sizeof(Memory::Fate) * static_cast<std::size_t>(ranks));
}
constexpr std::size_t of_header = in_lines(sizeof(Memory));
constexpr std::size_t of_revoked = in_lines(sizeof(Memory::Revoked) * Memory::most_revoked);

} // namespace

Guard::Guard(Word& word) noexcept : word_(word) {
    const std::uint32_t own = own_number();
    for (;;) {
        std::uint32_t holder = 0;
        if (word.compare_exchange_weak(holder, own, std::memory_order_acquire)) return;
        if (is_gone(holder) && word.compare_exchange_strong(holder, own, std::memory_order_acquire)) return;
        sched_yield();
    }
}

std::size_t Memory::agreement_bytes(int ranks) noexcept {
    return in_lines(Agreement::bytes(ranks));
}

std::size_t Memory::bytes(int ranks) noexcept {
    return of_header + of_fates(ranks) + of_revoked + agreement_bytes(ranks) * most_agreements;
}

void Memory::use(void* memory_for_all, int ranks, bool is_shared) noexcept {
    if (memory != nullptr) return;
    memory = static_cast<Memory*>(memory_for_all);
    memory_is_shared = is_shared;
    most = ranks;
}

Memory::Fate& Memory::fate(int index) noexcept {
    return reinterpret_cast<Fate*>(reinterpret_cast<char*>(this) + of_header)[index];
}
Memory::Revoked& Memory::revoked_at(int index) noexcept {
    return reinterpret_cast<Revoked*>(reinterpret_cast<char*>(this) + of_header + of_fates(most))[index];
}
void* Memory::agreement_at(int index) noexcept {
    return reinterpret_cast<char*>(this) + of_header + of_fates(most) + of_revoked +
           agreement_bytes(most) * static_cast<std::size_t>(index);
}

} // namespace sartor::process::failures
