// The digest of data. A round of AES is joined with each 16 bytes: it changes with each of them, and what one
// changes another one does not take back, since a round mixes nonlinearly. Eight sums do not wait for each
// other. Processors without such instructions multiply instead.
#include "components/envelope/digest.hpp"

#include <cstring>

#include <cpuid.h>
#include <immintrin.h>

namespace sartor::envelope::internal {

namespace {

constexpr std::size_t lanes = 8;

// Odd, their bits spread, independent of each other: within a lane, and between what is joined.
constexpr std::uint64_t lane_factor = 0x9e3779b97f4a7c15;
constexpr std::uint64_t factor = 0xd6e8feb86659fd93;
constexpr std::size_t word = sizeof(std::uint64_t);

std::uint64_t word_at(const char* address, std::size_t bytes = word) noexcept {
    std::uint64_t value = 0;
    std::memcpy(&value, address, bytes);
    return value;
}
std::uint64_t joined(std::uint64_t digest, std::uint64_t value) noexcept {
    digest = (digest ^ (digest >> 29)) * factor;
    return digest + value;
}

class ByAes {
  public:
    [[nodiscard]] static bool is_there() noexcept {
        return __builtin_cpu_supports("aes") && __builtin_cpu_supports("avx2");
    }
    // AVX joins data of any alignment in one instruction.
    [[nodiscard, gnu::target("aes,avx2")]] static Digest continued(Digest before, const char* next,
                                                                   std::size_t bytes) noexcept {
        __m128i digest =
            _mm_set_epi64x(static_cast<long long>(before.high), static_cast<long long>(before.low));
        digest = _mm_aesenc_si128(digest, _mm_cvtsi64_si128(static_cast<long long>(bytes)));
        if (bytes >= lanes * wide && has_wide()) digest = _mm_aesenc_si128(digest, take_wide(next, bytes));
        if (bytes >= lanes * block) digest = _mm_aesenc_si128(digest, take(next, bytes));
        for (; bytes >= block; bytes -= block, next += block)
            digest = _mm_aesenc_si128(digest, block_at(next));
        if (bytes > 0) digest = _mm_aesenc_si128(digest, rest_at(next, bytes));
        return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(digest)),
                static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(digest, digest)))};
    }

  private:
    static constexpr std::size_t block = sizeof(__m128i);
    static constexpr std::size_t wide = sizeof(__m256i);
    static constexpr int last_rounds = 3;

    // VAES, which __builtin_cpu_supports() of Clang 14 does not know. Asked once: the instruction is slow.
    [[nodiscard]] static bool has_wide() noexcept {
        static const bool is_there = [] {
            constexpr unsigned extended_features = 7;
            unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
            return __get_cpuid_count(extended_features, 0, &eax, &ebx, &ecx, &edx) != 0 &&
                   (ecx & bit_VAES) != 0;
        }();
        return is_there;
    }

    // Different in each lane: blocks that change places are seen.
    [[nodiscard]] static __m128i start_of(std::size_t lane) noexcept {
        return _mm_set_epi64x(static_cast<long long>(factor),
                              static_cast<long long>(lane_factor * (lane + 1)));
    }
    // The sum of as many bytes as all lanes together can take; those that are left remain. Three rounds more
    // until lanes are put together: what one change makes of all 16 bytes, another one in another lane does
    // not make of them, too.
    [[nodiscard, gnu::target("aes,avx2")]] static __m128i take(const char*& next,
                                                               std::size_t& bytes) noexcept {
        __m128i sums[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] = start_of(lane);
        for (; bytes >= lanes * block; bytes -= lanes * block, next += lanes * block)
#pragma GCC unroll 8
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[lane] = _mm_aesenc_si128(sums[lane], block_at(next + lane * block));
        const __m128i none{};
        __m128i all{};
#pragma GCC unroll 8
        for (__m128i sum : sums) {
            for (int round = 0; round < last_rounds; ++round) sum = _mm_aesenc_si128(sum, none);
            all = _mm_xor_si128(all, sum);
        }
        return all;
    }
    [[nodiscard, gnu::target("aes,avx2,vaes")]] static __m128i take_wide(const char*& next,
                                                                         std::size_t& bytes) noexcept {
        __m256i sums[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] = _mm256_set_m128i(start_of(lane), start_of(lanes + lane));
        for (; bytes >= lanes * wide; bytes -= lanes * wide, next += lanes * wide)
#pragma GCC unroll 8
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[lane] = _mm256_aesenc_epi128(
                    sums[lane], _mm256_loadu_si256(reinterpret_cast<const __m256i*>(next + lane * wide)));
        const __m256i none{};
        __m256i all{};
#pragma GCC unroll 8
        for (__m256i sum : sums) {
            for (int round = 0; round < last_rounds; ++round) sum = _mm256_aesenc_epi128(sum, none);
            all = _mm256_xor_si256(all, sum);
        }
        return _mm_xor_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    }
    template <class Number>
    [[nodiscard]] static Number at(const char* address) noexcept {
        Number number;
        std::memcpy(&number, address, sizeof number);
        return number;
    }
    [[nodiscard]] static __m128i block_at(const char* address) noexcept {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(address));
    }
    // Less than a block. Through registers: a block that is loaded where parts of it were stored waits.
    [[nodiscard]] static __m128i rest_at(const char* address, std::size_t bytes) noexcept {
        constexpr std::size_t half = block / 2;
        if (bytes <= half) return _mm_cvtsi64_si128(up_to_half_at(address, bytes));
        return _mm_set_epi64x(up_to_half_at(address + half, bytes - half), up_to_half_at(address, half));
    }
    [[nodiscard]] static long long up_to_half_at(const char* address, std::size_t bytes) noexcept {
        if (bytes >= sizeof(std::uint64_t)) return static_cast<long long>(at<std::uint64_t>(address));
        if (bytes >= sizeof(std::uint32_t)) {
            const std::uint64_t last = at<std::uint32_t>(address + bytes - sizeof(std::uint32_t));
            return static_cast<long long>(at<std::uint32_t>(address) |
                                          last << 8 * (bytes - sizeof(std::uint32_t)));
        }
        std::uint64_t value = 0;
        for (std::size_t index = 0; index < bytes; ++index)
            value |= std::uint64_t{at<unsigned char>(address + index)} << 8 * index;
        return static_cast<long long>(value);
    }
};

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
    return ByAes::is_there() ? ByAes::continued(before, next, bytes) : digest_by_words(before, next, bytes);
}

} // namespace sartor::envelope::internal
