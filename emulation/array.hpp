// Arrays of plain values for the model, which is linked into programs without the C++ library. All end the
// run, with exit code 1, when there is no memory.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "runtime/process.hpp"

namespace sartor::machine::manycore {

[[noreturn, gnu::cold]] inline void end_without_memory(std::size_t bytes) noexcept {
    process::end_without_memory("the emulated machine", bytes);
}

// Zeroed memory, which the caller frees. Pages that are never touched cost nothing.
template <class Value>
[[nodiscard]] Value* allocate(std::size_t count) noexcept {
    constexpr std::size_t size = sizeof(Value); // NOLINT(bugprone-sizeof-expression): pointers, too
    void* memory = std::calloc(count > 0 ? count : 1, size);
    if (memory == nullptr) end_without_memory(count * size);
    return static_cast<Value*>(memory);
}

// An array that grows at its end, by doubling. References are valid until the next push().
template <class Value>
class Array {
  public:
    static_assert(std::is_trivially_copyable_v<Value>, "values are moved as bytes");

    Array() = default;
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    ~Array() { std::free(values_); }

    // Amortized constant time.
    void push(const Value& value) noexcept {
        if (size_ == capacity_) grow();
        values_[size_++] = value;
    }
    void pop() noexcept { --size_; }
    void clear() noexcept { size_ = 0; }

    [[nodiscard]] Value& operator[](std::size_t index) noexcept { return values_[index]; }
    [[nodiscard]] const Value& operator[](std::size_t index) const noexcept { return values_[index]; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  private:
    [[gnu::noinline]] void grow() noexcept {
        constexpr std::size_t size = sizeof(Value); // NOLINT(bugprone-sizeof-expression): pointers, too
        const std::size_t capacity = capacity_ == 0 ? 64 : 2 * capacity_;
        void* memory = std::realloc(values_, capacity * size);
        if (memory == nullptr) end_without_memory(capacity * size);
        values_ = static_cast<Value*>(memory);
        capacity_ = capacity;
    }

    Value* values_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

// A priority queue, the least value first: O(log n). `Value` has <, a total order, so that equal runs behave
// equally.
template <class Value>
class Heap {
  public:
    [[nodiscard]] bool empty() const noexcept { return values_.empty(); }
    // The least value. Requires that the heap is not empty, as pop() does.
    [[nodiscard]] const Value& first() const noexcept { return values_[0]; }

    void push(const Value& value) noexcept {
        values_.push(value);
        raise(value, values_.size() - 1);
    }

    void pop() noexcept {
        const Value last = values_[values_.size() - 1];
        values_.pop();
        if (!values_.empty()) fill_first(last);
    }

  private:
    static constexpr std::size_t ways = 4;

    // The least children move up to the end, where the value mostly belongs, and from there it goes up again.
    void fill_first(const Value& value) noexcept {
        Value* const all = &values_[0];
        const std::size_t size = values_.size();
        std::size_t position = 0;
        std::size_t first = 1;
        for (; first + ways <= size; first = position * ways + 1) {
            const Value* const child = all + first;
            const std::size_t one = child[1] < child[0] ? 1 : 0;
            const std::size_t other = child[3] < child[2] ? 3 : 2;
            const std::size_t least = child[other] < child[one] ? other : one;
            all[position] = child[least];
            position = first + least;
        }
        if (first < size) {
            std::size_t least = first;
            for (std::size_t child = first + 1; child < size; ++child)
                if (all[child] < all[least]) least = child;
            all[position] = all[least];
            position = least;
        }
        raise(value, position);
    }

    void raise(const Value& value, std::size_t position) noexcept {
        for (; position > 0 && value < values_[(position - 1) / ways]; position = (position - 1) / ways)
            values_[position] = values_[(position - 1) / ways];
        values_[position] = value;
    }

    Array<Value> values_;
};

} // namespace sartor::machine::manycore
