// The digest of data. Processors without instructions for AES (digest_by_aes.hpp) multiply instead.
#include "components/envelope/digest.hpp"

#include <cstdint>
#include <cstring>

#include "components/envelope/digest_by_aes.hpp"

namespace sartor::envelope::internal {

namespace {

std::uint64_t word_at(const char* address, std::size_t bytes = word) noexcept {
    std::uint64_t value = 0;
    std::memcpy(&value, address, bytes);
    return value;
}
std::uint64_t joined(std::uint64_t digest, std::uint64_t value) noexcept {
    digest = (digest ^ (digest >> 29)) * factor;
    return digest + value;
}

} // namespace

// Each word is joined and multiplied by an odd number, which no change of one word survives unseen; the high
// half of the product is joined to the low one, since a multiplication carries nothing down: changed signs of
// two numbers would cancel each other.
Digest digest_by_words(Digest before, const char* next, std::size_t bytes) noexcept {
    std::uint64_t digest = joined(before.low, bytes);
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
    return {bytes > 0 ? joined(digest, word_at(next, bytes)) : digest, 0};
}

Digest digest_of_stretch(Digest before, const void* data, std::size_t bytes) noexcept {
    const auto* const next = static_cast<const char*>(data);
    using Width = ByAes::Width;
    const Width width = ByAes::widest();
    if (width == Width::none) return digest_by_words(before, next, bytes);
    if (bytes < ByAes::least_of_several || width == Width::one)
        return ByAes::continued(before.low, before.high, next, bytes);
    return width == Width::four ? ByAes::continued_by_fours(before.low, before.high, next, bytes)
                                : ByAes::continued_by_twos(before.low, before.high, next, bytes);
}

namespace {

[[gnu::noinline]] Digest digest_word_by_word(const char* first, std::ptrdiff_t distance, std::size_t number,
                                             std::size_t word_bytes) noexcept {
    Digest digest;
    for (; number > 0; --number, first += distance) digest = digest_by_words(digest, first, word_bytes);
    return digest;
}

} // namespace

Digest digest_of_words(const char* first, std::ptrdiff_t distance, std::size_t number,
                       std::size_t word_bytes) noexcept {
    if (ByAes::widest() != ByAes::Width::none)
        return word_bytes == sizeof(std::uint64_t) ? ByAes::of_words<std::uint64_t>(first, distance, number)
                                                   : ByAes::of_words<std::uint32_t>(first, distance, number);
    return digest_word_by_word(first, distance, number, word_bytes);
}

} // namespace sartor::envelope::internal
