// Converts numbers between memory and external32.
#include "components/datatype/external32.hpp"

#include <array>
#include <cfloat>
#include <concepts>
#include <cstring>

#include "components/datatype/basic.hpp"

namespace sartor::datatype::external32 {

namespace {

constexpr std::intptr_t long_type = 522;
constexpr std::intptr_t unsigned_long_type = 526;
constexpr std::intptr_t wide_character_type = 572;

template <class T>
concept Complex = std::same_as<T, float _Complex> || std::same_as<T, double _Complex> ||
    std::same_as<T, long double _Complex> || std::same_as<T, quad_complex>;
// Of 80 bits. Where long double is a quadruple already it only changes its order of bytes.
template <class T>
concept Extended = LDBL_MANT_DIG == 64 &&
                   (std::same_as<T, long double> || std::same_as<T, long double _Complex>);

template <class T>
[[nodiscard]] consteval Format make_format(std::intptr_t type) {
    Format format;
    format.units = Complex<T> ? 2 : 1;
    format.native = format.external = static_cast<std::uint8_t>(sizeof(T) / format.units);
    if (Extended<T>) format.number = Format::Number::extended;
    if (type == long_type) format.number = Format::Number::signed_integer;
    if (type == unsigned_long_type || type == wide_character_type)
        format.number = Format::Number::unsigned_integer;
    if (type == long_type || type == unsigned_long_type) format.external = 4;
    if (type == wide_character_type) format.external = 2;
    return format;
}

// By value - first_predefined. Entries of pairs are not used: their two parts have formats of their own.
constexpr auto formats = [] {
    std::array<Format, last_predefined - first_predefined + 1> result{};
    boost::mp11::mp_for_each<predefined_list>([&](auto entry) {
        using CType = typename decltype(entry)::type;
        result[static_cast<std::size_t>(entry.value - first_predefined)] = make_format<CType>(entry.value);
    });
    return result;
}();

template <class Word>
void swap_words(const char* from, char* to, std::size_t count) noexcept {
    for (std::size_t index = 0; index < count; ++index) {
        Word word;
        std::memcpy(&word, from + index * sizeof word, sizeof word);
        if constexpr (sizeof word == 2) word = __builtin_bswap16(word);
        if constexpr (sizeof word == 4) word = __builtin_bswap32(word);
        if constexpr (sizeof word == 8) word = __builtin_bswap64(word);
        std::memcpy(to + index * sizeof word, &word, sizeof word);
    }
}

// Of 16 bytes each.
void swap_pairs(const char* from, char* to, std::size_t count) noexcept {
    for (; count > 0; --count, from += 16, to += 16) {
        std::uint64_t words[2];
        std::memcpy(words, from, sizeof words);
        const std::uint64_t swapped[2] = {__builtin_bswap64(words[1]), __builtin_bswap64(words[0])};
        std::memcpy(to, swapped, sizeof swapped);
    }
}

[[nodiscard]] std::uint64_t read_big_endian(const char* from, std::size_t bytes) noexcept {
    std::uint64_t value = 0;
    for (std::size_t index = 0; index < bytes; ++index)
        value = value << 8 | static_cast<unsigned char>(from[index]);
    return value;
}
void write_big_endian(std::uint64_t value, char* to, std::size_t bytes) noexcept {
    for (std::size_t index = bytes; index-- > 0; value >>= 8) to[index] = static_cast<char>(value & 0xff);
}

[[nodiscard]] std::uint64_t sign_extended(std::uint64_t value, std::size_t bytes) noexcept {
    const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes); // of at least one byte
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
}

// One integer whose sizes differ. False when its value does not fit into the external size.
template <Direction Way>
[[nodiscard]] bool convert_integer(const Format& format, const char* from, char* to) noexcept {
    const bool is_signed = format.number == Format::Number::signed_integer;
    std::uint64_t value = 0;
    if constexpr (Way == Direction::to_external) {
        std::memcpy(&value, from, format.native);
        if (is_signed) value = sign_extended(value, format.native);
        write_big_endian(value, to, format.external);
        std::uint64_t back = read_big_endian(to, format.external);
        if (is_signed) back = sign_extended(back, format.external);
        return back == value;
    }
    value = read_big_endian(from, format.external);
    if (is_signed) value = sign_extended(value, format.external);
    std::memcpy(to, &value, format.native);
    return true;
}

// The 80-bit format of this processor: sign and exponent, a leading one and 63 bits of fraction. In
// external32 there are 112 bits of fraction without the leading one; bias and size of the exponent are the
// same. Fractions from external32 are cut off after 63 bits, not rounded.
template <Direction Way>
void convert_extended(const char* from, char* to) noexcept {
    std::uint64_t significand = 0;
    std::uint16_t head = 0;
    if constexpr (Way == Direction::to_external) {
        std::memcpy(&significand, from, 8);
        std::memcpy(&head, from + 8, 2);
        const std::uint64_t fraction = significand << 1;
        write_big_endian(head, to, 2);
        write_big_endian(fraction, to + 2, 8);
        std::memset(to + 10, 0, 6);
        return;
    }
    head = static_cast<std::uint16_t>(read_big_endian(from, 2));
    significand = read_big_endian(from + 2, 8) >> 1;
    if ((head & 0x7fff) != 0) significand |= std::uint64_t{1} << 63;
    std::memset(to, 0, 16);
    std::memcpy(to, &significand, 8);
    std::memcpy(to + 8, &head, 2);
}

// Numbers of one datatype. False when a value does not fit into the external size.
template <Direction Way>
[[nodiscard]] bool convert_numbers(std::intptr_t type, std::size_t count, const char* from,
                                   char* to) noexcept {
    const Format& format = format_of(type);
    count *= format.units;
    if (format.number == Format::Number::bytes) {
        swap_bytes(from, to, count, format.native);
        return true;
    }
    const std::size_t from_step = Way == Direction::to_external ? format.native : format.external;
    const std::size_t to_step = Way == Direction::to_external ? format.external : format.native;
    for (; count > 0; --count, from += from_step, to += to_step) {
        if (format.number == Format::Number::extended)
            convert_extended<Way>(from, to);
        else if (!convert_integer<Way>(format, from, to))
            return false;
    }
    return true;
}

template <Direction Way>
[[nodiscard]] bool convert_pair(const PairParts& pair, bool gap, const char* from, char* to) noexcept {
    const std::size_t native_offset = gap ? pair.second_offset : pair.first_bytes;
    const std::size_t external_offset = size_of(pair.first);
    const bool out = Way == Direction::to_external;
    return convert_numbers<Way>(pair.first, 1, from, to) &&
           convert_numbers<Way>(pair.second, 1, from + (out ? native_offset : external_offset),
                                to + (out ? external_offset : native_offset));
}

} // namespace

const Format& format_of(std::intptr_t type) noexcept {
    return formats[static_cast<std::size_t>(type - first_predefined)];
}

void swap_bytes(const char* from, char* to, std::size_t count, std::size_t bytes) noexcept {
    switch (bytes) {
    case 1:
        std::memcpy(to, from, count);
        break;
    case 2:
        swap_words<std::uint16_t>(from, to, count);
        break;
    case 4:
        swap_words<std::uint32_t>(from, to, count);
        break;
    case 16:
        swap_pairs(from, to, count);
        break;
    default:
        swap_words<std::uint64_t>(from, to, count);
        break;
    }
}

std::size_t size_of(std::intptr_t type) noexcept {
    if (const PairParts* pair = find_pair(type)) return size_of(pair->first) + size_of(pair->second);
    return std::size_t{format_of(type).units} * format_of(type).external;
}

template <Direction Way>
bool convert(std::intptr_t type, std::size_t count, std::size_t native_bytes, const char* from,
             char* to) noexcept {
    const PairParts* pair = find_pair(type);
    if (pair == nullptr) return convert_numbers<Way>(type, count, from, to);
    const bool gap = native_bytes != pair->data_bytes();
    for (std::size_t element = 0; element < count; ++element) {
        if (!convert_pair<Way>(*pair, gap, from, to)) return false;
        from += Way == Direction::to_external ? native_bytes : size_of(type);
        to += Way == Direction::to_external ? size_of(type) : native_bytes;
    }
    return true;
}

template bool convert<Direction::to_external>(std::intptr_t, std::size_t, std::size_t, const char*,
                                              char*) noexcept;
template bool convert<Direction::to_native>(std::intptr_t, std::size_t, std::size_t, const char*,
                                            char*) noexcept;

} // namespace sartor::datatype::external32
