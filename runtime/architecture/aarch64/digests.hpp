// Digests by instructions for AES. AESE joins data before its part of a round, AESMC is the rest of the
// round: each 16 bytes have gone through a round when the next are joined (see
// architecture/x86_64/digests.hpp). By assembly, since Clang's header has functions for these instructions
// only if everything is compiled for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <sys/auxv.h>

#include "components/envelope/digest_lanes.hpp"

namespace sartor::architecture {

class Digests {
    using Digest = envelope::Digest;

  public:
    // Of a stretch of memory.
    [[nodiscard]] static Digest of_stretch(const char* next, std::size_t bytes) noexcept {
        using namespace envelope::internal;
        if (bytes <= few_bytes) return digest_of_few(next, bytes);
        return bytes < lanes * block ? with_length(sum_of_lanes<2>(next, bytes), bytes)
                                     : with_length(sum_of_lanes<lanes>(next, bytes), bytes);
    }
    static constexpr envelope::internal::NamedDigest ways[] = {{"blocks", &Digests::of_stretch}};

    [[nodiscard]] static std::size_t what_runs() noexcept {
        constexpr unsigned long has_aes = 1 << 3; // HWCAP_AES
        return (getauxval(AT_HWCAP) & has_aes) != 0 ? 1 : 0;
    }

    template <class Word>
    [[nodiscard]] static Digest of_words(const char* next, std::ptrdiff_t distance,
                                         std::size_t left) noexcept {
        constexpr std::size_t in_block = block / sizeof(Word);
        Block digest =
            mixed(block_of(left * sizeof(Word), 0)); // apart from the first data, which are joined to it
        if (constexpr std::size_t in_all = word_lanes * in_block; left >= 2 * in_all) {
            Block sums[word_lanes];
            for (std::size_t lane = 0; lane < word_lanes; ++lane)
                sums[lane] = block_at(envelope::internal::starts.at(lane));
            for (; left >= in_all; left -= in_all)
#pragma GCC unroll 4
                for (std::size_t lane = 0; lane < word_lanes; ++lane)
                    sums[lane] = joined(sums[lane], block_of<Word>(next, distance));
            Block all{};
            for (const Block sum : sums) all ^= mixed(sum);
            digest = joined(digest, all);
        }
        for (; left >= in_block; left -= in_block) digest = joined(digest, block_of<Word>(next, distance));
        for (; left > 0; --left, next += distance) digest = joined(digest, block_of(at<Word>(next), 0));
        return {digest[0], digest[1]};
    }

  private:
    using Block [[gnu::vector_size(16)]] = std::uint64_t;
    static constexpr std::size_t block = sizeof(Block);
    static constexpr std::size_t word_lanes = 4;

    [[nodiscard, gnu::always_inline]] static Block joined(Block sum, Block data) noexcept {
        asm(".arch_extension aes\n\t"
            "aese %0.16b, %1.16b\n\t"
            "aesmc %0.16b, %0.16b"
            : "+w"(sum)
            : "w"(data));
        return sum;
    }
    // A second round, until lanes are put together: a change has reached all 16 bytes then.
    [[nodiscard, gnu::always_inline]] static Block mixed(Block sum) noexcept {
        return joined(sum, Block{});
    }

    // Of at least as many bytes as the lanes take at once. The last part ends where the stretch does.
    template <std::size_t Lanes>
    [[nodiscard, gnu::always_inline]] static Block sum_of_lanes(const char* next,
                                                                std::size_t bytes) noexcept {
        constexpr std::size_t part = Lanes * block;
        Block sums[Lanes];
#pragma GCC unroll 8
        for (std::size_t lane = 0; lane < Lanes; ++lane)
            sums[lane] = block_at(envelope::internal::starts.at(lane));
        for (const char* const end = next + bytes;;) {
#pragma GCC unroll 8
            for (std::size_t lane = 0; lane < Lanes; ++lane)
                sums[lane] = joined(sums[lane], block_at(next + lane * block));
            next += part;
            if (next == end) break;
            if (static_cast<std::size_t>(end - next) < part) next = end - part;
        }
        Block all{};
#pragma GCC unroll 8
        for (const Block sum : sums) all ^= mixed(sum);
        return all;
    }
    [[nodiscard, gnu::always_inline]] static Digest with_length(Block sum, std::size_t bytes) noexcept {
        return {sum[0] ^ bytes, sum[1]};
    }

    template <class Number>
    [[nodiscard]] static Number at(const char* address) noexcept {
        Number number;
        std::memcpy(&number, address, sizeof number);
        return number;
    }
    [[nodiscard]] static Block block_at(const char* address) noexcept {
        return at<Block>(address);
    }
    [[nodiscard]] static Block block_of(std::uint64_t low, std::uint64_t high) noexcept {
        return Block{low, high};
    }
    // The next words, as many as a block has; moves behind them.
    template <class Word>
    [[nodiscard, gnu::always_inline]] static Block block_of(const char*& next,
                                                            std::ptrdiff_t distance) noexcept {
        std::uint64_t low = at<Word>(next);
        std::uint64_t high = at<Word>(next + distance);
        next += 2 * distance;
        if constexpr (sizeof(Word) == sizeof(std::uint32_t)) {
            low |= high << 32;
            high = at<Word>(next) | std::uint64_t{at<Word>(next + distance)} << 32;
            next += 2 * distance;
        }
        return block_of(low, high);
    }
};

} // namespace sartor::architecture
