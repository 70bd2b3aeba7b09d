// What ranks that join their operands must have in common: the operation, and the class and size of the
// numbers, by whatever name each rank calls their datatype.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace sartor::collective {

enum class NumberClass : std::uint8_t {
    none,
    integers,
    unsigned_integers,
    floating_point,
    complex,
    truth_values,
    bytes,
    pairs
};

// The operation by its value in the standard's ABI, of which five bits distinguish the predefined ones; the
// class and the size of the numbers. 11 bits, part of a collective's signature.
struct OperandClass {
    static constexpr int size_bits = 3; // the logarithm of a number's size
    static constexpr int type_bits = 3 + size_bits;
    static constexpr int bits = 5 + type_bits;
    static constexpr int operation_mask = 31;

    std::uint16_t value = 0;

    constexpr OperandClass() = default;
    constexpr OperandClass(int operation, NumberClass numbers, std::size_t size)
        : value(static_cast<std::uint16_t>((operation & operation_mask) << type_bits |
                                           static_cast<int>(numbers) << size_bits |
                                           (std::countr_zero(size) & ((1 << size_bits) - 1)))) {}

    // The class of an operation of the program's own, which may have another handle on each rank.
    [[nodiscard]] static constexpr OperandClass of_programs() {
        return {operation_mask, NumberClass::none, 1};
    }

    [[nodiscard]] constexpr int operation() const { return value >> type_bits; }
    [[nodiscard]] constexpr NumberClass numbers() const {
        return static_cast<NumberClass>(value >> size_bits & 7);
    }
    [[nodiscard]] constexpr int size() const { return 1 << (value & ((1 << size_bits) - 1)); }
};

} // namespace sartor::collective
