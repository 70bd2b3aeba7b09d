// Operands between two steps of a reduction.
#pragma once

#include <cstddef>

#include "components/collective/operands/operands.hpp"

namespace sartor::collective {

// Operands that are already where the result is formed.
template <Operands O>
class Loaded {
  public:
    explicit Loaded(O& operands) : operands_(operands) {}

    [[nodiscard]] std::size_t count() const { return operands_.count(); }
    [[nodiscard]] std::size_t bytes() const { return operands_.bytes(); }
    [[nodiscard]] bool commutative() const { return operands_.commutative(); }
    void load() const {}
    [[nodiscard]] auto mine(std::size_t first, std::size_t count) { return operands_.mine(first, count); }
    [[nodiscard]] auto theirs(std::size_t first, std::size_t count) { return operands_.theirs(first, count); }
    void join(std::size_t first, std::size_t count) { operands_.join(first, count); }
    void prepend(std::size_t first, std::size_t count) { operands_.prepend(first, count); }

  private:
    O& operands_;
};

} // namespace sartor::collective
