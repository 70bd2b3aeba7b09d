// Runs of one word of 4 or 8 bytes: in dense memory several of them are one access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sartor::layout::kernels {

template <class Word>
[[nodiscard]] Word word_at(const char* address) noexcept {
    Word word;
    std::memcpy(&word, address, sizeof word);
    return word;
}

// `count` words, `stride` bytes apart, into dense memory: 16 bytes a store.
template <class Word>
void gather_words(char* dense, const char* from, std::uintptr_t stride, std::size_t count) noexcept {
    constexpr std::size_t lanes = 16 / sizeof(Word);
    using Lanes [[gnu::vector_size(16)]] = Word;
    std::size_t word = 0;
    const auto next = [&from, stride]() noexcept {
        const Word value = word_at<Word>(from);
        from += stride;
        return value;
    };
#pragma GCC unroll 2
    for (; word + lanes <= count; word += lanes, dense += 16) {
        Lanes together{};
        if constexpr (lanes == 2)
            together = Lanes{next(), next()};
        else
            together = Lanes{next(), next(), next(), next()};
        std::memcpy(dense, &together, 16);
    }
    for (; word < count; ++word, dense += sizeof(Word)) {
        const Word last = next();
        std::memcpy(dense, &last, sizeof last);
    }
}

// `count` words of 4 bytes out of dense memory, `stride` bytes apart: two a load.
inline void scatter_words(char* to, std::uintptr_t stride, const char* dense, std::size_t count) noexcept {
    std::size_t word = 0;
#pragma GCC unroll 2
    for (; word + 2 <= count; word += 2, dense += 8, to += 2 * stride) {
        const auto both = word_at<std::uint64_t>(dense);
        std::uint32_t words[2];
        std::memcpy(words, &both, sizeof words);
        std::memcpy(to, &words[0], 4);
        std::memcpy(to + stride, &words[1], 4);
    }
    if (word < count) std::memcpy(to, dense, 4);
}

} // namespace sartor::layout::kernels
