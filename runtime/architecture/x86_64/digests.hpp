// Digests by instructions for AES: a round is joined with each 16 bytes. It changes with each of them, and
// what one changes another one does not take back, since a round mixes nonlinearly. Eight sums do not wait
// for each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <cpuid.h>
#include <immintrin.h>

#include "components/envelope/digest_lanes.hpp"

namespace sartor::envelope::internal {

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
    // Functions for each width: only the same instructions are inlined. What is left behind the last whole
    // part of a stretch is taken along with what is before it, so there is no end to be gone through by
    // blocks.
    [[nodiscard, gnu::target("aes,avx2")]] static Digest by_ones(const char* next,
                                                                 std::size_t bytes) noexcept {
        if (bytes < least_of_all) return of_short(next, bytes);
        return with_length(sum_of_ones(next, bytes), bytes);
    }
    [[nodiscard, gnu::target("aes,avx2,vaes")]] static Digest by_twos(const char* next,
                                                                      std::size_t bytes) noexcept {
        if (bytes < least_of_all) return of_short(next, bytes);
        return with_length(sum_of_twos(next, bytes), bytes);
    }
    [[nodiscard, gnu::target("aes,avx512f,vaes")]] static Digest by_fours(const char* next,
                                                                          std::size_t bytes) noexcept {
        if (bytes < least_of_all) return of_short(next, bytes);
        return with_length(sum_of_fours(next, bytes), bytes);
    }

    // Through registers, in lanes of which one block after the other is taken. `Word`: of the words.
    template <class Word>
    [[nodiscard, gnu::target("aes,avx2")]] static Digest of_words(const char* next, std::ptrdiff_t distance,
                                                                  std::size_t left) noexcept {
        constexpr std::size_t in_block = block / sizeof(Word);
        __m128i digest =
            _mm_cvtsi64_si128(static_cast<long long>(left) * static_cast<long long>(sizeof(Word)));
        if (constexpr std::size_t in_all = word_lanes * in_block; left >= 2 * in_all) {
            __m128i sums[word_lanes];
#pragma GCC unroll 4
            for (std::size_t lane = 0; lane < word_lanes; ++lane) sums[lane] = block_at(starts.at(lane));
            for (; left >= in_all; left -= in_all)
#pragma GCC unroll 4
                for (std::size_t lane = 0; lane < word_lanes; ++lane)
                    sums[lane] = _mm_aesenc_si128(sums[lane], block_of<Word>(next, distance));
            __m128i all{};
#pragma GCC unroll 4
            for (const __m128i sum : sums) all = _mm_xor_si128(all, mixed(sum));
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
    static constexpr std::size_t least_of_all = lanes * wide; // that all lanes take
    static constexpr int last_rounds = 2;
    static constexpr std::size_t word_lanes = 4;
    static constexpr std::size_t short_lanes = 4;

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

    // To the next part; the last one ends where the stretch does. False: that was it.
    [[nodiscard, gnu::always_inline]] static bool go_on(const char*& next, const char* end,
                                                        std::size_t part) noexcept {
        next += part;
        if (next == end) return false;
        if (static_cast<std::size_t>(end - next) < part) next = end - part;
        return true;
    }

    // Sums of bytes: of at least as many as all lanes take at once. Two rounds more until lanes are put
    // together: what one change makes of all 16 bytes then, another one in another lane makes of them by
    // chance alone. After one round 4 bytes differ, by few values, and every hundredth pair of changes would
    // cancel.
    [[nodiscard, gnu::always_inline, gnu::target("aes,avx2")]] static __m128i
    sum_of_ones(const char* next, std::size_t bytes) noexcept {
        constexpr std::size_t part = lanes * block;
        __m128i sums[lanes];
#pragma GCC unroll 8
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] = block_at(starts.at(lane));
        for (const char* const end = next + bytes;;) {
#pragma GCC unroll 8
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[lane] = _mm_aesenc_si128(sums[lane], block_at(next + lane * block));
            if (!go_on(next, end, part)) break;
        }
        __m128i all{};
#pragma GCC unroll 8
        for (const __m128i sum : sums) all = _mm_xor_si128(all, mixed(sum));
        return all;
    }
    [[nodiscard, gnu::always_inline, gnu::target("aes,avx2,vaes")]] static __m128i
    sum_of_twos(const char* next, std::size_t bytes) noexcept {
        constexpr std::size_t part = lanes * wide;
        __m256i sums[lanes];
#pragma GCC unroll 8
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] = two_blocks_at(starts.at(2 * lane));
        for (const char* const end = next + bytes;;) {
#pragma GCC unroll 8
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[lane] = _mm256_aesenc_epi128(sums[lane], two_blocks_at(next + lane * wide));
            if (!go_on(next, end, part)) break;
        }
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
        constexpr std::size_t part = lanes * wide;
        constexpr std::size_t fours = lanes / 2;
        __m512i sums[fours];
#pragma GCC unroll 4
        for (std::size_t lane = 0; lane < fours; ++lane) sums[lane] = _mm512_loadu_si512(starts.at(4 * lane));
        for (const char* const end = next + bytes;;) {
#pragma GCC unroll 4
            for (std::size_t lane = 0; lane < fours; ++lane)
                sums[lane] = _mm512_aesenc_epi128(sums[lane], _mm512_loadu_si512(next + 2 * lane * wide));
            if (!go_on(next, end, part)) break;
        }
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
    // Of less than all lanes take.
    [[nodiscard, gnu::always_inline, gnu::target("aes,avx2")]] static Digest
    of_short(const char* next, std::size_t bytes) noexcept {
        if (bytes <= few_bytes) return digest_of_few(next, bytes);
        constexpr std::size_t part = short_lanes * block;
        __m128i sums[short_lanes];
#pragma GCC unroll 4
        for (std::size_t lane = 0; lane < short_lanes; ++lane) sums[lane] = block_at(starts.at(lane));
        const char* const end = next + bytes;
        if (bytes < part) { // both halves, which overlap
            sums[0] = _mm_aesenc_si128(sums[0], block_at(next));
            sums[1] = _mm_aesenc_si128(sums[1], block_at(next + block));
            sums[2] = _mm_aesenc_si128(sums[2], block_at(end - 2 * block));
            sums[3] = _mm_aesenc_si128(sums[3], block_at(end - block));
        } else {
            for (;;) {
#pragma GCC unroll 4
                for (std::size_t lane = 0; lane < short_lanes; ++lane)
                    sums[lane] = _mm_aesenc_si128(sums[lane], block_at(next + lane * block));
                if (!go_on(next, end, part)) break;
            }
        }
        __m128i all{};
#pragma GCC unroll 4
        for (const __m128i sum : sums) all = _mm_xor_si128(all, mixed(sum));
        return with_length(all, bytes);
    }
    [[nodiscard, gnu::always_inline, gnu::target("aes,avx2")]] static __m128i mixed(__m128i sum) noexcept {
        const __m128i none{};
        for (int round = 0; round < last_rounds; ++round) sum = _mm_aesenc_si128(sum, none);
        return sum;
    }
    [[nodiscard, gnu::always_inline, gnu::target("aes,avx2")]] static Digest
    with_length(__m128i sum, std::size_t bytes) noexcept {
        return result_of(_mm_xor_si128(sum, _mm_cvtsi64_si128(static_cast<long long>(bytes))));
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
};

} // namespace sartor::envelope::internal

namespace sartor::architecture {

struct Digests {
    using ByAes = envelope::internal::ByAes;

    static constexpr envelope::internal::NamedDigest ways[] = {
        {"ones", &ByAes::by_ones}, {"twos", &ByAes::by_twos}, {"fours", &ByAes::by_fours}};
    [[nodiscard]] static std::size_t what_runs() noexcept {
        return static_cast<std::size_t>(ByAes::widest());
    }
    template <class Word>
    [[nodiscard]] static envelope::Digest of_words(const char* first, std::ptrdiff_t distance,
                                                   std::size_t number) noexcept {
        return ByAes::of_words<Word>(first, distance, number);
    }
};

} // namespace sartor::architecture
