// What a message says of the type of its data, so that a receive with another datatype is reported (LWMPI
// 5.7.1). A policy of envelopes: UncheckedType takes no space, and is used unless the program was compiled
// with `sartor cc --checked`.
#pragma once

#include <cstdint>
#include <string_view>

#include "components/datatype/predefined.hpp"

namespace sartor::datatype {

// All policies have agrees_with(): whether a receive may take the data. Here it always may.
struct UncheckedType {
    static constexpr std::string_view name = "unchecked";
    static constexpr bool compares = false;
    [[nodiscard]] static constexpr bool agrees_with(UncheckedType) noexcept { return true; }
};

// The predefined datatypes of the first elements of a message (MPI-5.0 section 3.3.1: those of the message
// and of the receive are the same, one by one). Derived datatypes are compared by what they consist of, not
// by their layout. MPI_PACKED agrees with all, and so does a message of nothing. 4 bytes, which messages have
// room for.
class CheckedType {
  public:
    static_assert(first_predefined >= 512 && last_predefined < 768);
    static constexpr std::string_view name = "type of the data";
    static constexpr bool compares = true;
    static constexpr std::int32_t unknown = 0;
    static constexpr std::int32_t packed = 519; // MPI_PACKED in the standard's ABI
    static constexpr int most_elements = 4;

    // Of `count` elements of a predefined datatype that is no pair.
    [[nodiscard]] static CheckedType of_equal(std::intptr_t predefined, std::int64_t count) noexcept {
        constexpr std::uint32_t once = 0x01010101; // in each byte
        CheckedType checked;
        checked.first_ = static_cast<std::uint32_t>(predefined & 0xff) * once;
        if (count < most_elements)
            checked.first_ = count > 0 ? checked.first_ >> 8 * (most_elements - static_cast<int>(count)) : 0;
        return checked;
    }

    // Whether neither differs from the other as far as both are known.
    [[nodiscard, gnu::always_inline]] bool agrees_with(const CheckedType& other) const noexcept {
        return first_ == other.first_ || agree_as_far_as_known(*this, other);
    }
    // The value of the predefined datatype of one of the first elements; unknown behind the last.
    [[nodiscard]] std::int32_t element(int index) const noexcept {
        const auto low = static_cast<std::int32_t>(first_ >> 8 * index & 0xff);
        return low == 0 ? unknown : 512 + low;
    }
    [[nodiscard]] bool is_unknown() const noexcept { return first_ == 0; }

    // Sets an element, the one before has been set; false behind the last.
    bool set(int index, std::intptr_t predefined) noexcept {
        if (index >= most_elements) return false;
        first_ |= static_cast<std::uint32_t>(predefined & 0xff) << 8 * index;
        return true;
    }

  private:
    [[nodiscard, gnu::noinline]] static bool agree_as_far_as_known(CheckedType one,
                                                                   CheckedType other) noexcept {
        for (int index = 0; index < most_elements; ++index) {
            const std::int32_t own = one.element(index);
            const std::int32_t theirs = other.element(index);
            if (own == unknown || theirs == unknown) return true; // of a message that is shorter
            if (own == packed || theirs == packed) return true;
            if (own != theirs) return false;
        }
        return true;
    }
    // The lowest 8 bits of each value, the first in the lowest byte: they are no 0 and differ for all
    // predefined datatypes. 0: no more elements.
    std::uint32_t first_ = 0;
};

} // namespace sartor::datatype
