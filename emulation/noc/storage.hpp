// Memory of the networks' model, which is linked into programs without the C++ library. Without memory the
// process ends.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace sartor::machine::noc {

[[noreturn, gnu::cold]] inline void end_without_memory(std::size_t bytes) noexcept {
    std::fprintf(stderr, "sartor: no memory for %zu bytes of the emulated networks\n", bytes);
    std::_Exit(1);
}

// Values whose number is known at once. Zeroed memory: pages that are never touched cost nothing.
template <class Value>
class Fixed {
  public:
    static_assert(std::is_trivially_copyable_v<Value>, "values are moved as bytes");

    explicit Fixed(std::size_t count) noexcept : size_(count) {
        constexpr std::size_t size = sizeof(Value); // NOLINT(bugprone-sizeof-expression): pointers, too
        values_ = static_cast<Value*>(std::calloc(count > 0 ? count : 1, size));
        if (values_ == nullptr) end_without_memory(count * size);
    }
    Fixed(std::size_t count, const Value& value) noexcept : Fixed(count) {
        for (std::size_t index = 0; index < count; ++index) values_[index] = value;
    }
    Fixed(const Fixed&) = delete;
    Fixed& operator=(const Fixed&) = delete;
    ~Fixed() { std::free(values_); }

    [[nodiscard]] Value& operator[](std::size_t index) noexcept { return values_[index]; }
    [[nodiscard]] const Value& operator[](std::size_t index) const noexcept { return values_[index]; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

  private:
    Value* values_ = nullptr;
    std::size_t size_;
};

// Grows at its end by doubling; shrinks at its front in constant time. Zeroed memory is an empty one.
template <class Value>
class Fifo {
  public:
    static_assert(std::is_trivially_copyable_v<Value>, "values are moved as bytes");

    Fifo() = default;
    Fifo(const Fifo&) = delete;
    Fifo& operator=(const Fifo&) = delete;
    ~Fifo() { std::free(values_); }

    void push(const Value& value) noexcept {
        if (size_ == capacity_) grow();
        values_[(first_ + size_++) & (capacity_ - 1)] = value;
    }
    void pop() noexcept {
        first_ = (first_ + 1) & (capacity_ - 1);
        --size_;
    }
    void clear() noexcept { size_ = first_ = 0; }

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] Value& front() noexcept { return values_[first_]; }
    [[nodiscard]] const Value& front() const noexcept { return values_[first_]; }
    [[nodiscard]] Value& operator[](std::size_t index) noexcept {
        return values_[(first_ + index) & (capacity_ - 1)];
    }
    [[nodiscard]] const Value& operator[](std::size_t index) const noexcept {
        return values_[(first_ + index) & (capacity_ - 1)];
    }

  private:
    [[gnu::noinline]] void grow() noexcept {
        constexpr std::size_t least = 8;
        const std::size_t capacity = capacity_ == 0 ? least : 2 * capacity_;
        auto* values = static_cast<Value*>(std::malloc(capacity * sizeof(Value)));
        if (values == nullptr) end_without_memory(capacity * sizeof(Value));
        for (std::size_t index = 0; index < size_; ++index) values[index] = (*this)[index];
        std::free(values_);
        values_ = values;
        capacity_ = capacity;
        first_ = 0;
    }

    Value* values_ = nullptr;
    std::size_t first_ = 0;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0; // a power of two
};

} // namespace sartor::machine::noc
