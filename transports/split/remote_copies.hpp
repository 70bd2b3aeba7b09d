// Where one address space can read and write another one's memory (process_vm_readv(2)), data go without
// pieces and in one copy: an optional capability of a way between spaces.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace sartor::channel::split {

// To and from an address that the rank has sent, in its space. False: it can't be done, or only in part; the
// data are then sent in pieces. Way::copies(): whether that has not been seen yet.
template <class Way>
concept CopiesBetweenSpaces = requires(int rank, std::uint64_t address, const void* data, void* memory,
                                       std::size_t bytes) {
    { Way::copies(rank) } -> std::same_as<bool>;
    { Way::write(rank, address, data, bytes) } -> std::same_as<bool>;
    { Way::read(rank, address, memory, bytes) } -> std::same_as<bool>;
};

// How much of a message its receiver reads, from the beginning on, while the sender writes the rest; both
// copy at the same time. 0: the sender writes all.
[[nodiscard]] constexpr std::uint64_t read_by_receiver(std::uint64_t bytes) noexcept {
    constexpr std::uint64_t page = 4096;
    constexpr std::uint64_t least = 8 * page;
    return bytes < least ? 0 : bytes / 2 / page * page;
}

} // namespace sartor::channel::split
