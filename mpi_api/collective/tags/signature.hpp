// What a collective call is, in a word: ranks whose calls do not match must not take each other's messages
// (MPI-5.0 section 6.1: all ranks of a communicator make the same calls with matching arguments).
#pragma once

#include <cstdint>

#include "components/collective/operands/operand_class.hpp"

namespace sartor::mpi {

// Functions that may serve one call together have one value: those with and without counts for each rank
// where all ranks know all counts, those with large counts, the deprecated names.
enum class Collective : std::uint8_t {
    internal, // what other functions exchange
    barrier,
    bcast,
    gather,
    gatherv,
    scatter,
    scatterv,
    allgather,
    alltoall,
    alltoallv,
    reduce,
    allreduce,
    reduce_scatter,
    scan,
    exscan,
    neighbor_allgather,
    neighbor_alltoall,
};

// The function, the root and, for predefined operations, the operation and the class of the datatype. Left
// out is what may differ between ranks (counts, datatypes of equal signature) and what has no common value
// (an operation of the program's own). 30 bits.
class Signature {
  public:
    constexpr explicit Signature(Collective function, int root = 0,
                                 collective::OperandClass operands = {}) noexcept
        : value_(
              static_cast<std::uint32_t>(function) << argument_bits |
              ((static_cast<std::uint32_t>(operands.value) << root_bits) + static_cast<std::uint32_t>(root)) %
                  (std::uint32_t{1} << argument_bits)) {}

    [[nodiscard]] constexpr std::uint32_t value() const noexcept { return value_; }
    [[nodiscard]] constexpr Collective function() const noexcept {
        return static_cast<Collective>(value_ >> argument_bits);
    }
    // Of a rooted collective. Roots whose distance is a multiple of 2^root_bits are not told apart.
    [[nodiscard]] constexpr bool is_root(int rank) const noexcept {
        return (value_ ^ static_cast<std::uint32_t>(rank)) % (std::uint32_t{1} << root_bits) == 0;
    }
    // The signature in 13 bits. Two that differ in one argument still differ, except for roots whose distance
    // is a multiple of 256.
    [[nodiscard]] constexpr std::uint32_t folded() const noexcept {
        const std::uint32_t operands = value_ >> root_bits;
        const std::uint32_t operation = operands >> collective::OperandClass::type_bits;
        const std::uint32_t type = operands % (1U << collective::OperandClass::type_bits);
        return value_ >> argument_bits << 8 | ((value_ ^ operation << 3 ^ type) & 0xff);
    }

    static constexpr int argument_bits = 25;
    static constexpr int root_bits = argument_bits - collective::OperandClass::bits;

  private:
    std::uint32_t value_;
};

} // namespace sartor::mpi
