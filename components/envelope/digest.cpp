// The digest of data: eight sums that do not wait for each other. Each word is joined and multiplied by an
// odd number, which no change of one word survives unseen; the high half of the product is joined to the low
// one, since a multiplication carries nothing down: changed signs of two numbers would cancel each other.
#include "components/envelope/digest.hpp"

#include <cstring>

namespace sartor::envelope {

namespace {

// Odd, their bits spread, independent of each other: within a lane, and between what is joined.
constexpr std::uint64_t lane_factor = 0x9e3779b97f4a7c15;
constexpr std::uint64_t factor = 0xd6e8feb86659fd93;

std::uint64_t word_at(const char* address, std::size_t bytes = 8) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, address, bytes);
    return word;
}
std::uint64_t joined(std::uint64_t digest, std::uint64_t word) noexcept {
    digest = (digest ^ (digest >> 29)) * factor;
    return digest + word;
}

} // namespace

std::uint64_t digest_of(std::uint64_t digest, const void* data, std::size_t bytes) noexcept {
    constexpr std::size_t lanes = 8;
    constexpr std::size_t word = sizeof(std::uint64_t);
    const auto* next = static_cast<const char*>(data);
    digest = joined(digest, bytes);
    if (bytes >= lanes * word) {
        std::uint64_t sums[lanes] = {};
        for (; bytes >= lanes * word; bytes -= lanes * word, next += lanes * word)
#pragma GCC unroll 8
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const std::uint64_t product = (sums[lane] ^ word_at(next + lane * word)) * lane_factor;
                sums[lane] = product ^ (product >> 32);
            }
        for (const std::uint64_t sum : sums) digest = joined(digest, sum);
    }
    for (; bytes >= word; bytes -= word, next += word) digest = joined(digest, word_at(next));
    return bytes > 0 ? joined(digest, word_at(next, bytes)) : digest;
}

} // namespace sartor::envelope
