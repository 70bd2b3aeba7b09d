#include "runtime/failures/memory.hpp"

#include "runtime/failures/agreement.hpp"
#include "runtime/peers.hpp"
#include "runtime/process.hpp"

namespace sartor::process::failures {

Memory* memory = nullptr;
bool memory_is_shared = false;

namespace {

int most = 0; // ranks

[[nodiscard]] bool is_gone(int process) noexcept {
    return peers != nullptr && peers->has_failed != nullptr && peers->has_failed(process);
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

Guard::Guard(Word& word) noexcept : SharedLock(word, peers == nullptr ? 0 : peers->number, &is_gone) {}

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
