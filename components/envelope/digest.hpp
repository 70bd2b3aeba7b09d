// A number for data in memory by which one sees whether they have changed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sartor::envelope {

// 128 bits: of up to 16 bytes no change is unseen, others cancel each other by chance alone.
struct Digest {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    [[nodiscard]] bool operator==(const Digest&) const noexcept = default;
};

// One that is set later.
class KeptDigest {
  public:
    KeptDigest() noexcept {}
    void keep(const Digest& digest) noexcept {
        low_ = digest.low;
        high_ = digest.high;
    }
    [[nodiscard]] bool is(const Digest& digest) const noexcept {
        return low_ == digest.low && high_ == digest.high;
    }

  private:
    std::uint64_t low_, high_;
};

namespace internal {

// Of any stretch, by what this processor has; and without instructions for AES.
using OfStretch = Digest (*)(const char*, std::size_t) noexcept;
extern std::atomic<OfStretch> digest_of_stretch;
[[nodiscard]] Digest digest_by_words(const char* next, std::size_t bytes) noexcept;
// Of `number` words of 8 or 4 bytes, `distance` bytes apart. Four times faster than bringing them together.
[[nodiscard]] Digest digest_of_words(const char* first, std::ptrdiff_t distance, std::size_t number,
                                     std::size_t word_bytes) noexcept;

// Data of one or two words, which may overlap, are their own digest.
template <class Word>
[[nodiscard]] constexpr bool are_two(std::size_t bytes) noexcept {
    return bytes - sizeof(Word) <= sizeof(Word);
}
template <class Word>
[[nodiscard, gnu::always_inline]] inline Digest digest_of_two(const void* data, std::size_t bytes) noexcept {
    Word first, last;
    std::memcpy(&first, data, sizeof first);
    std::memcpy(&last, static_cast<const char*>(data) + bytes - sizeof last, sizeof last);
    return {first, last + bytes};
}

// Odd, its bits spread.
inline constexpr std::uint64_t factor = 0xd6e8feb86659fd93;
// What has been seen is multiplied before the next word is added: none of both is unseen alone, and they do
// not change places unseen.
[[nodiscard]] constexpr std::uint64_t joined(std::uint64_t digest, std::uint64_t value) noexcept {
    return (digest ^ (digest >> 29)) * factor + value;
}
[[nodiscard]] constexpr Digest digest_of_four(std::uint64_t first, std::uint64_t second, std::uint64_t third,
                                              std::uint64_t fourth, std::size_t bytes) noexcept {
    return {joined(third, first), joined(fourth, second + bytes * factor)};
}
[[nodiscard]] inline std::uint64_t word_at(const char* address) noexcept {
    std::uint64_t value;
    std::memcpy(&value, address, sizeof value);
    return value;
}
// Of 16 to 32 bytes: their first and their last 16.
[[nodiscard, gnu::noinline]] inline Digest digest_of_four(const char* data, std::size_t bytes) noexcept {
    const char* const last = data + bytes - 2 * sizeof(std::uint64_t);
    return digest_of_four(word_at(data), word_at(data + sizeof(std::uint64_t)), word_at(last),
                          word_at(last + sizeof(std::uint64_t)), bytes);
}
[[nodiscard]] constexpr bool are_four(std::size_t bytes) noexcept {
    constexpr std::size_t two = 2 * sizeof(std::uint64_t);
    return bytes - two <= two;
}

// Of less than a word.
[[nodiscard]] inline Digest digest_of_rest(const char* data, std::size_t bytes) noexcept {
    std::uint64_t value = 0;
    for (std::size_t index = 0; index < bytes; ++index)
        value = value << 8 | static_cast<unsigned char>(data[index]);
    return {value, bytes};
}

// Of up to 32 bytes.
[[nodiscard]] inline Digest digest_of_few(const char* data, std::size_t bytes) noexcept {
    if (are_four(bytes)) return digest_of_four(data, bytes);
    if (are_two<std::uint64_t>(bytes)) return digest_of_two<std::uint64_t>(data, bytes);
    return are_two<std::uint32_t>(bytes) ? digest_of_two<std::uint32_t>(data, bytes)
                                         : digest_of_rest(data, bytes);
}
inline constexpr std::size_t few_bytes = 4 * sizeof(std::uint64_t);

} // namespace internal

// Of a stretch of memory. With VAES faster than with AES and AVX2, without these slower by far.
[[nodiscard, gnu::always_inline]] inline Digest digest_of(const void* data, std::size_t bytes) noexcept {
    if (internal::are_two<std::uint64_t>(bytes)) [[likely]]
        return internal::digest_of_two<std::uint64_t>(data, bytes);
    if (internal::are_four(bytes)) return internal::digest_of_four(static_cast<const char*>(data), bytes);
    return internal::digest_of_stretch.load(std::memory_order_relaxed)(static_cast<const char*>(data), bytes);
}
// The same, continuing that of what comes before; none: Digest{}.
[[nodiscard]] inline Digest digest_of(Digest before, const void* data, std::size_t bytes) noexcept {
    const Digest next = digest_of(data, bytes);
    if (before == Digest{}) return next;
    return {internal::joined(before.low, next.low), internal::joined(before.high, next.high)};
}

namespace internal {

// The first bytes of a storage in many pieces, brought together: faster than piece by piece.
template <class Storage>
[[nodiscard, gnu::noinline]] Digest digest_of_gathered(const Storage& data, std::size_t bytes) noexcept {
    constexpr std::size_t room = 1024;
    char gathered[room];
    Digest digest;
    for (std::size_t start = 0; start < bytes; start += room) {
        const std::size_t size = bytes - start < room ? bytes - start : room;
        const auto first =
            reinterpret_cast<std::uintptr_t>(gathered) - start; // byte `start` is the first here
        data.copy_part_to(data.stretched_at(reinterpret_cast<void*>(first)), start, size);
        digest = digest_of(digest, gathered, size);
    }
    return digest;
}

// Of one word at least. A few of 8 bytes without a call.
template <class Words>
[[nodiscard, gnu::always_inline]] inline Digest digest_of_distant(const Words& words,
                                                                  std::size_t number) noexcept {
    constexpr std::size_t few = 4;
    if (number > few || words.bytes != sizeof(std::uint64_t))
        return digest_of_words(words.first, words.distance, number, words.bytes);
    const char* const first = words.first;
    const std::uint64_t second = number > 1 ? word_at(first + words.distance) : 0;
    const std::uint64_t third = number > 2 ? word_at(first + 2 * words.distance) : 0;
    const std::uint64_t fourth = number > 3 ? word_at(first + 3 * words.distance) : 0;
    return digest_of_four(word_at(first), second, third, fourth, number);
}

// Of all pieces of a storage.
template <class Storage>
[[nodiscard, gnu::noinline]] Digest digest_of_pieces(const Storage& data) noexcept {
    if constexpr (requires { data.distant_words(); })
        if (const auto words = data.distant_words(); words.number > 0)
            return digest_of_distant(words, words.number);
    if (!data.is_one_piece() && data.is_divisible()) return digest_of_gathered(data, data.bytes);
    Digest digest;
    data.for_each_piece(
        [&](const void* piece, std::size_t bytes) { digest = envelope::digest_of(digest, piece, bytes); });
    return digest;
}
// Long ones count by their ends; of a storage in many pieces, as many of the first bytes.
inline constexpr std::size_t end_bytes = 2048;
template <class Storage>
[[nodiscard, gnu::noinline]] Digest digest_of_end_pieces(const Storage& data) noexcept {
    std::size_t left = 2 * end_bytes;
    if constexpr (requires { data.distant_words(); })
        if (const auto words = data.distant_words(); words.number > 0) {
            const std::size_t most = left / sizeof(std::uint64_t); // of words of 8 bytes
            return digest_of_distant(words, words.number < most ? words.number : most);
        }
    if (!data.is_one_piece() && data.is_divisible())
        return digest_of_gathered(data, data.bytes < left ? data.bytes : left);
    Digest digest;
    data.for_each_piece([&](const void* piece, std::size_t bytes) {
        const auto* const first = static_cast<const char*>(piece);
        if (bytes > left && left == 2 * end_bytes) {
            digest = envelope::digest_of(digest, first, end_bytes);
            digest = envelope::digest_of(digest, first + bytes - end_bytes, end_bytes);
            left = 0;
        } else {
            const std::size_t used = bytes < left ? bytes : left;
            if (used > 0) digest = envelope::digest_of(digest, piece, used);
            left -= used;
        }
    });
    return digest;
}

} // namespace internal

// Of all pieces of a storage (storage.hpp).
template <class Storage>
[[nodiscard, gnu::always_inline]] inline Digest digest_of(const Storage& data) noexcept {
    return data.is_one_piece() ? digest_of(data.data, data.bytes) : internal::digest_of_pieces(data);
}
// The same of a buffer, of which long ones count by their ends.
template <class Storage>
[[nodiscard, gnu::always_inline]] inline Digest digest_of_ends(const Storage& data) noexcept {
    using namespace internal;
    if (data.is_one_piece()) {
        // asked first: most messages are short
        if (are_two<std::uint64_t>(data.bytes)) [[likely]]
            return digest_of_two<std::uint64_t>(data.data, data.bytes);
        if (data.bytes <= 2 * end_bytes) return digest_of(data.data, data.bytes);
    }
    return digest_of_end_pieces(data);
}

} // namespace sartor::envelope
