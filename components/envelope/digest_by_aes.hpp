// Digests by instructions for AES: a round is joined with each 16 bytes. It changes with each of them, and
// what one changes another one does not take back, since a round mixes nonlinearly. Eight sums do not wait
// for each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <cpuid.h>
#include <immintrin.h>

#include "components/envelope/digest.hpp"

namespace sartor::envelope::internal {

inline constexpr std::size_t lanes = 8;

// Odd, their bits spread, independent of each other: within a lane, and between what is joined.
inline constexpr std::uint64_t lane_factor = 0x9e3779b97f4a7c15;
inline constexpr std::uint64_t factor = 0xd6e8feb86659fd93;
inline constexpr std::size_t word = sizeof(std::uint64_t);

// With what lanes start, different in each: blocks that change places are seen.
class Starts {
  public:
    constexpr Starts() noexcept {
        for (std::size_t lane = 0; lane < 2 * lanes; ++lane) {
            numbers_[2 * lane] = lane_factor * (lane + 1);
            numbers_[2 * lane + 1] = factor;
        }
    }
    [[nodiscard]] const char* at(std::size_t lane) const noexcept {
        return reinterpret_cast<const char*>(&numbers_[2 * lane]);
    }

  private:
    alignas(64) std::uint64_t numbers_[4 * lanes] = {};
};
inline constexpr Starts starts;

class ByAes {
  public:
    // Blocks that one instruction takes: several with VAES, four with AVX-512 besides. None without AES.
    enum class Width : std::uint8_t { none, one, two, four };
    // Asked once: the instruction is slow. __builtin_cpu_supports() of Clang 14 does not know VAES.
    [[nodiscard]] static Width widest() noexcept {
        static const Width found = [] {
            if (!__builtin_cpu_supports("aes") || !__builtin_cpu_supports("avx2")) return Width::none;
            constexpr unsigned extended_features = 7;
            unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
            const bool has_vaes =
                __get_cpuid_count(extended_features, 0, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_VAES) != 0;
            if (!has_vaes) return Width::one;
            return __builtin_cpu_supports("avx512f") ? Width::four : Width::two;
        }();
        return found;
    }
    // Functions for each width: only the same instructions are inlined. The digest comes as two numbers: the
    // compiler loads a structure of two as one vector, which waits for both stores.
    [[nodiscard, gnu::target("aes,avx2")]] static Digest
    continued(std::uint64_t low, std::uint64_t high, const char* next, std::size_t bytes) noexcept {
        __m128i digest = begun(low, high, bytes);
        if (const std::size_t taken = bytes & ~(lanes * block - 1); taken > 0) {
            digest = _mm_aesenc_si128(digest, sum_of_blocks(next, taken));
            next += taken;
            bytes -= taken;
        }
        return ended(digest, next, bytes);
    }
    // Those by more need that many bytes.
    static constexpr std::size_t least_of_several = 256;
    [[nodiscard, gnu::target("aes,avx2,vaes")]] static Digest
    continued_by_twos(std::uint64_t low, std::uint64_t high, const char* next, std::size_t bytes) noexcept {
        const std::size_t taken = bytes & ~(least_of_several - 1);
        const __m128i digest = _mm_aesenc_si128(begun(low, high, bytes), sum_of_twos(next, taken));
        return ended(digest, next + taken, bytes - taken);
    }
    [[nodiscard, gnu::target("aes,avx512f,vaes")]] static Digest
    continued_by_fours(std::uint64_t low, std::uint64_t high, const char* next, std::size_t bytes) noexcept {
        const std::size_t taken = bytes & ~(least_of_several - 1);
        const __m128i digest = _mm_aesenc_si128(begun(low, high, bytes), sum_of_fours(next, taken));
        return ended(digest, next + taken, bytes - taken);
    }

    // Through registers, in lanes of which one block after the other is taken. `Word`: of the words.
    template <class Word>
    [[nodiscard, gnu::target("aes,avx2")]] static Digest of_words(const char* next, std::ptrdiff_t distance,
                                                                  std::size_t left) noexcept {
        constexpr std::size_t in_block = block / sizeof(Word);
        __m128i digest = _mm_cvtsi64_si128(static_cast<long long>(left * sizeof(Word)));
        if (constexpr std::size_t in_all = word_lanes * in_block; left >= 2 * in_all) {
            __m128i sums[word_lanes];
#pragma GCC unroll 4
            for (std::size_t lane = 0; lane < word_lanes; ++lane) sums[lane] = block_at(starts.at(lane));
            for (; left >= in_all; left -= in_all)
#pragma GCC unroll 4
                for (std::size_t lane = 0; lane < word_lanes; ++lane)
                    sums[lane] = _mm_aesenc_si128(sums[lane], block_of<Word>(next, distance));
            const __m128i none{};
            __m128i all{};
#pragma GCC unroll 4
            for (__m128i sum : sums) {
                for (int round = 0; round < last_rounds; ++round) sum = _mm_aesenc_si128(sum, none);
                all = _mm_xor_si128(all, sum);
            }
            digest = _mm_aesenc_si128(digest, all);
        }
        for (; left >= in_block; left -= in_block)
            digest = _mm_aesenc_si128(digest, block_of<Word>(next, distance));
        for (; left > 0; --left, next += distance)
            digest = _mm_aesenc_si128(digest, _mm_cvtsi64_si128(static_cast<long long>(at<Word>(next))));
        return result_of(digest);
    }

  private:
    static constexpr std::size_t block = sizeof(__m128i);
    static constexpr std::size_t wide = sizeof(__m256i);
    static_assert(least_of_several == lanes * wide);
    static constexpr int last_rounds = 2;
    static constexpr std::size_t word_lanes = 4;

    // The next words, as many as a block has; moves behind them.
    template <class Word>
    [[nodiscard, gnu::always_inline, gnu::target("aes,avx2")]] static __m128i
    block_of(const char*& next, std::ptrdiff_t distance) noexcept {
        std::uint64_t low = at<Word>(next);
        std::uint64_t high = at<Word>(next + distance);
        next += 2 * distance;
        if constexpr (sizeof(Word) == sizeof(std::uint32_t)) {
            low |= high << 32;
            high = at<Word>(next) | std::uint64_t{at<Word>(next + distance)} << 32;
            next += 2 * distance;
        }
        return _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
    }

    // The sum of as many bytes as all lanes together can take. Two rounds more until lanes are put together:
    // what one change makes of all 16 bytes then, another one in another lane makes of them by chance alone.
    // After one round 4 bytes differ, by few values, and every hundredth pair of changes would cancel.
    [[nodiscard, gnu::target("aes,avx2")]] static __m128i sum_of_blocks(const char* next,
                                                                        std::size_t bytes) noexcept {
        __m128i sums[lanes];
#pragma GCC unroll 8
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] = block_at(starts.at(lane));
        for (const char* const end = next + bytes; next != end; next += lanes * block)
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
    [[nodiscard, gnu::always_inline, gnu::target("aes,avx2,vaes")]] static __m128i
    sum_of_twos(const char* next, std::size_t bytes) noexcept {
        __m256i sums[lanes];
#pragma GCC unroll 8
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] = two_blocks_at(starts.at(2 * lane));
        for (const char* const end = next + bytes; next != end; next += lanes * wide)
#pragma GCC unroll 8
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[lane] = _mm256_aesenc_epi128(sums[lane], two_blocks_at(next + lane * wide));
        const __m256i none{};
        __m256i all{};
#pragma GCC unroll 8
        for (__m256i sum : sums) {
            for (int round = 0; round < last_rounds; ++round) sum = _mm256_aesenc_epi128(sum, none);
            all = _mm256_xor_si256(all, sum);
        }
        return _mm_xor_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    }
    // The same sums in half as many lanes of twice the width.
    [[nodiscard, gnu::always_inline, gnu::target("aes,avx512f,vaes")]] static __m128i
    sum_of_fours(const char* next, std::size_t bytes) noexcept {
        constexpr std::size_t fours = lanes / 2;
        __m512i sums[fours];
#pragma GCC unroll 4
        for (std::size_t lane = 0; lane < fours; ++lane) sums[lane] = _mm512_loadu_si512(starts.at(4 * lane));
        for (const char* const end = next + bytes; next != end; next += lanes * wide)
#pragma GCC unroll 4
            for (std::size_t lane = 0; lane < fours; ++lane)
                sums[lane] = _mm512_aesenc_epi128(sums[lane], _mm512_loadu_si512(next + 2 * lane * wide));
        const __m512i none{};
        __m512i all{};
#pragma GCC unroll 4
        for (__m512i sum : sums) {
            for (int round = 0; round < last_rounds; ++round) sum = _mm512_aesenc_epi128(sum, none);
            all = _mm512_xor_si512(all, sum);
        }
        constexpr __mmask8 each = 0xff; // GCC 12 warns of the functions without a mask
        const __m256i two = _mm256_xor_si256(_mm512_maskz_extracti64x4_epi64(each, all, 0),
                                             _mm512_maskz_extracti64x4_epi64(each, all, 1));
        return _mm_xor_si128(_mm256_castsi256_si128(two), _mm256_extracti128_si256(two, 1));
    }

    [[nodiscard, gnu::always_inline, gnu::target("aes,avx2")]] static __m128i
    begun(std::uint64_t low, std::uint64_t high, std::size_t bytes) noexcept {
        const __m128i before = _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
        return _mm_aesenc_si128(before, _mm_cvtsi64_si128(static_cast<long long>(bytes)));
    }
    // AVX joins data of any alignment in one instruction.
    [[nodiscard, gnu::always_inline, gnu::target("aes,avx2")]] static Digest
    ended(__m128i digest, const char* next, std::size_t bytes) noexcept {
        for (; bytes >= block; bytes -= block, next += block)
            digest = _mm_aesenc_si128(digest, block_at(next));
        if (bytes > 0) digest = _mm_aesenc_si128(digest, rest_at(next, bytes));
        return result_of(digest);
    }
    [[nodiscard, gnu::always_inline, gnu::target("sse4.1")]] static Digest
    result_of(__m128i digest) noexcept {
        return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(digest)),
                static_cast<std::uint64_t>(_mm_extract_epi64(digest, 1))};
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
    [[nodiscard, gnu::target("avx2")]] static __m256i two_blocks_at(const char* address) noexcept {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(address));
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

} // namespace sartor::envelope::internal
