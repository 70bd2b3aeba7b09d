// Operands of reductions over arrays of one C++ type: for interfaces that bring no datatypes of their own.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <type_traits>

#include "components/collective/operands/operands.hpp"
#include "components/library_memory.hpp"

namespace sartor::collective {

// Satisfies Operands. `data` holds the operands and then, where it belongs, the result. operation(left,
// right) gives a T. Memory for `count` elements that arrive; not valid() without it.
template <class Piece, class T, class Operation>
class ArrayOperands {
  public:
    static_assert(std::is_trivially_copyable_v<T>);

    ArrayOperands(T* data, std::size_t count, Operation operation, bool commutes = true)
        : data_(data), aside_(static_cast<T*>(allocate_for_library(sizeof(T) * count + 1))), count_(count),
          operation_(operation), commutes_(commutes) {}
    ~ArrayOperands() { std::free(aside_); }
    ArrayOperands(const ArrayOperands&) = delete;
    ArrayOperands& operator=(const ArrayOperands&) = delete;

    [[nodiscard]] bool valid() const { return aside_ != nullptr; }
    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(T); }
    [[nodiscard]] bool commutative() const { return commutes_; }
    void load() {}
    [[nodiscard]] Piece mine(std::size_t first, std::size_t count) {
        return {data_ + first, count * sizeof(T)};
    }
    [[nodiscard]] Piece theirs(std::size_t first, std::size_t count) {
        return {aside_ + first, count * sizeof(T)};
    }
    void join(std::size_t first, std::size_t count) {
        for (std::size_t index = first; index < first + count; ++index)
            data_[index] =
                operation_(data_[index], aside_[index]); // NOLINT(clang-analyzer-core.CallAndMessage)
    }
    void prepend(std::size_t first, std::size_t count) {
        for (std::size_t index = first; index < first + count; ++index)
            data_[index] = operation_(aside_[index], data_[index]);
    }

  private:
    T* data_;
    T* aside_;
    std::size_t count_;
    Operation operation_;
    bool commutes_;
};

} // namespace sartor::collective
