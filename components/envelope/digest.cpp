// The digest of data. Processors without instructions for it (runtime/architecture/digests.hpp) multiply
// instead.
#include "components/envelope/digest.hpp"

#include <atomic>
#include <cstdint>

#include "components/envelope/digest_lanes.hpp"
#include "runtime/architecture/digests.hpp"

namespace sartor::envelope::internal {

// Each word is joined and multiplied by an odd number, which no change of one word survives unseen; the high
// half of the product is joined to the low one, since a multiplication carries nothing down: changed signs of
// two numbers would cancel each other.
Digest digest_by_words(const char* next, std::size_t bytes) noexcept {
    if (bytes <= few_bytes) return digest_of_few(next, bytes);
    constexpr std::size_t word = sizeof(std::uint64_t);
    std::uint64_t digest = bytes;
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
    if (bytes > 0) digest = joined(digest, digest_of_rest(next, bytes).low);
    return {digest, 0};
}

namespace {

using architecture::Digests;

[[nodiscard]] OfStretch fastest() noexcept {
    const std::size_t ways = Digests::what_runs();
    return ways == 0 ? &digest_by_words : Digests::ways[ways - 1].digest;
}
Digest with_first_choice(const char* next, std::size_t bytes) noexcept {
    const OfStretch found = fastest();
    digest_of_stretch.store(found, std::memory_order_relaxed);
    return found(next, bytes);
}

} // namespace

// What the processor has is asked once. To ask for it each time took a fifth of the time of 1 KiB.
constinit std::atomic<OfStretch> digest_of_stretch{&with_first_choice};

namespace {

[[gnu::noinline]] Digest digest_word_by_word(const char* first, std::ptrdiff_t distance, std::size_t number,
                                             std::size_t word_bytes) noexcept {
    Digest digest;
    for (; number > 0; --number, first += distance) digest = digest_of(digest, first, word_bytes);
    return digest;
}

} // namespace

Digest digest_of_words(const char* first, std::ptrdiff_t distance, std::size_t number,
                       std::size_t word_bytes) noexcept {
    if (Digests::what_runs() > 0)
        return word_bytes == sizeof(std::uint64_t)
                   ? Digests::of_words<std::uint64_t>(first, distance, number)
                   : Digests::of_words<std::uint32_t>(first, distance, number);
    return digest_word_by_word(first, distance, number, word_bytes);
}

} // namespace sartor::envelope::internal
