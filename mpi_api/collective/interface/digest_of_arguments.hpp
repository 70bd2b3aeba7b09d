// Arguments of a call of all ranks, as one number by which they are compared (sartor cc --checked).
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::mpi::internal {

// A hash (FNV-1a) of arguments that all ranks must give alike: they are compared by one number.
class DigestOfArguments {
  public:
    template <class... Values>
    explicit DigestOfArguments(Values... values) noexcept {
        (add(values), ...);
    }
    template <class Value>
    DigestOfArguments& add(const Value* values, std::ptrdiff_t count) noexcept {
        for (std::ptrdiff_t index = 0; index < count; ++index) add(values[index]);
        return *this;
    }
    [[nodiscard]] long long value() const noexcept { return static_cast<long long>(value_ >> 1); }

  private:
    void add(std::int64_t value) noexcept {
        constexpr std::uint64_t prime = 0x100000001b3; // FNV-1a
        value_ = (value_ ^ static_cast<std::uint64_t>(value)) * prime;
    }

    std::uint64_t value_ = 0xcbf29ce484222325;
};

} // namespace sartor::mpi::internal
