// How a datatype was made, with all arguments: what MPI_Type_get_envelope and MPI_Type_get_contents return
// (MPI-5.0 section 5.1.13).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "components/library_memory.hpp"

namespace sartor::datatype {

// MPI_COMBINER_...: values of the standard's ABI.
enum class Combiner : std::int16_t {
    named = 101,
    dup = 102,
    contiguous = 103,
    vector = 104,
    hvector = 105,
    indexed = 106,
    hindexed = 107,
    indexed_block = 108,
    hindexed_block = 109,
    structure = 110,
    subarray = 111,
    darray = 112,
    f90_real = 113,
    f90_complex = 114,
    f90_integer = 115,
    resized = 116
};

// Made by MPI_Type_create_f90_real and its like: such datatypes are used as predefined ones, they are never
// freed and can be operands of reductions.
[[nodiscard]] constexpr bool is_like_predefined(Combiner combiner) noexcept {
    return combiner >= Combiner::f90_real && combiner <= Combiner::f90_integer;
}

// A predefined datatype by its value, or a derived one by the address of its Type.
using Origin = std::uintptr_t;
// Handles below 4096 are constants; no object has such an address.
[[nodiscard]] inline bool is_predefined(Origin origin) noexcept {
    return origin < 4096;
}

// The arguments of a constructor in the order of the standard's tables. A count is an integer in a call with
// int arguments, and a large count in a call with MPI_Count arguments; an address of a large call is a large
// count, too.
//
// First all arguments are added, then the object may be moved. It can't be copied. It holds no references to
// the old datatypes: DerivedTypes does. One allocation: 8 bytes for each address, large count and datatype, 4
// for each integer.
class Contents {
  public:
    Contents() noexcept = default;
    // Takes memory for that many arguments of each kind: `wide` are addresses and large counts, `origins`
    // old datatypes. When the system has none, failed() holds and nothing may be added.
    Contents(Combiner combiner, bool large, std::size_t integers, std::size_t wide,
             std::size_t origins) noexcept
        : combiner_(combiner), large_(large), integer_count_(integers), wide_count_(wide),
          origin_count_(origins), memory_(static_cast<std::int64_t*>(allocate_for_library(
                                      wide * sizeof(std::int64_t) + origins * sizeof(Origin) +
                                      integers * sizeof(int) + sizeof(int)))) {}
    Contents(Contents&& other) noexcept { swap(other); }
    Contents& operator=(Contents&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Contents() { std::free(memory_); }

    // Adds an argument. Requires that there is room left for its kind, which is not checked.
    void integer(std::int64_t value) noexcept { integers()[next_integer_++] = static_cast<int>(value); }
    void wide(std::int64_t value) noexcept { wides()[next_wide_++] = value; }
    void count(std::int64_t value) noexcept { large_ ? wide(value) : integer(value); }
    void origin(Origin value) noexcept { origins()[next_origin_++] = value; }
    template <class Value>
    void counts(const Value* values, std::size_t number) noexcept {
        for (std::size_t index = 0; index < number; ++index) count(values[index]);
    }
    void integers(const int* values, std::size_t number) noexcept {
        for (std::size_t index = 0; index < number; ++index) integer(values[index]);
    }

    // Whether there was no memory. Also true of a default-constructed object.
    [[nodiscard]] bool failed() const noexcept { return memory_ == nullptr; }
    [[nodiscard]] Combiner combiner() const noexcept { return combiner_; }
    [[nodiscard]] bool large() const noexcept { return large_; }
    [[nodiscard]] std::size_t integer_count() const noexcept { return integer_count_; }
    [[nodiscard]] std::size_t address_count() const noexcept { return large_ ? 0 : wide_count_; }
    [[nodiscard]] std::size_t large_count() const noexcept { return large_ ? wide_count_ : 0; }
    [[nodiscard]] std::size_t origin_count() const noexcept { return origin_count_; }

    // Arguments by their indices, each kind from 0 on. Requires that all were added.
    [[nodiscard]] int integer_at(std::size_t index) const noexcept { return integers()[index]; }
    [[nodiscard]] std::int64_t wide_at(std::size_t index) const noexcept { return memory_[index]; }
    [[nodiscard]] Origin origin_at(std::size_t index) const noexcept { return origins()[index]; }
    // The same for arguments that are counts, whatever their width.
    [[nodiscard]] std::int64_t count_at(std::size_t index) const noexcept {
        return large_ ? wide_at(index) : integer_at(index);
    }

  private:
    void swap(Contents& other) noexcept {
        std::swap(combiner_, other.combiner_);
        std::swap(large_, other.large_);
        std::swap(integer_count_, other.integer_count_);
        std::swap(wide_count_, other.wide_count_);
        std::swap(origin_count_, other.origin_count_);
        std::swap(memory_, other.memory_);
    }
    [[nodiscard]] std::int64_t* wides() const noexcept { return memory_; }
    [[nodiscard]] Origin* origins() const noexcept {
        return reinterpret_cast<Origin*>(memory_ + wide_count_);
    }
    [[nodiscard]] int* integers() const noexcept { return reinterpret_cast<int*>(origins() + origin_count_); }

    Combiner combiner_ = Combiner::named;
    bool large_ = false;
    std::size_t integer_count_ = 0;
    std::size_t wide_count_ = 0;
    std::size_t origin_count_ = 0;
    std::int64_t* memory_ = nullptr; // wide arguments, then origins, then integers
    std::size_t next_integer_ = 0;
    std::size_t next_wide_ = 0;
    std::size_t next_origin_ = 0;
};

// Whether a function was called with MPI_Count arguments, by the type of its counts.
template <class Count>
inline constexpr bool is_large = !std::is_same_v<Count, int>;

} // namespace sartor::datatype
