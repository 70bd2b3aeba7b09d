// A table over many numbers of which few are used: what a rank or a cluster keeps for each other one with
// which it communicates. N tables of N entries would be N * N.
#pragma once

#include <cstdint>

#include "emulation/array.hpp"

namespace sartor::machine::manycore {

// Open addressing with linear probing. Zero bytes are an empty table; a value begins as zero bytes and is
// moved as bytes when the table grows: references are valid until the next new key. Expected constant time.
template <class Value>
class Sparse {
  public:
    static_assert(std::is_trivially_copyable_v<Value>, "values are moved as bytes");

    Sparse() = default;
    Sparse(const Sparse&) = delete;
    Sparse& operator=(const Sparse&) = delete;
    ~Sparse() { release(); }

    // The value of a key, which must not be negative; a new one is zero.
    [[nodiscard]] Value& operator[](int key) noexcept {
        if (entries_ != nullptr) {
            Entry& entry = entry_of(key);
            if (entry.key_plus_one != 0) return entry.value;
        }
        return add(key);
    }

    // Visits the values in no particular order: O(capacity).
    template <class Visit>
    void for_each(Visit visit) noexcept {
        for (std::uint32_t slot = 0; entries_ != nullptr && slot < capacity(); ++slot)
            if (entries_[slot].key_plus_one != 0) visit(entries_[slot].value);
    }

    // The table is empty again, and its memory is freed.
    void release() noexcept {
        std::free(entries_);
        entries_ = nullptr;
        used_ = bits_ = 0;
    }

  private:
    struct Entry {
        std::uint32_t key_plus_one;
        Value value;
    };
    static constexpr std::uint32_t least_bits = 3;

    [[nodiscard]] std::uint32_t capacity() const noexcept { return std::uint32_t{1} << bits_; }

    // Fibonacci hashing: neighbouring keys are spread.
    [[nodiscard]] Entry& entry_of(int key) noexcept {
        constexpr std::uint32_t golden_ratio = 0x9e3779b9;
        const std::uint32_t wanted = static_cast<std::uint32_t>(key) + 1;
        std::uint32_t slot = (wanted * golden_ratio) >> (32 - bits_);
        while (entries_[slot].key_plus_one != 0 && entries_[slot].key_plus_one != wanted)
            slot = (slot + 1) & (capacity() - 1);
        return entries_[slot];
    }

    // At most three quarters are in use.
    [[gnu::noinline]] Value& add(int key) noexcept {
        if (entries_ == nullptr || 4 * (used_ + 1) > 3 * capacity()) grow();
        Entry& entry = entry_of(key);
        entry.key_plus_one = static_cast<std::uint32_t>(key) + 1;
        ++used_;
        return entry.value;
    }

    void grow() noexcept {
        Entry* old = entries_;
        const std::uint32_t old_capacity = old == nullptr ? 0 : capacity();
        bits_ = old == nullptr ? least_bits : bits_ + 1;
        entries_ = allocate<Entry>(capacity());
        for (std::uint32_t slot = 0; slot < old_capacity; ++slot)
            if (old[slot].key_plus_one != 0)
                entry_of(static_cast<int>(old[slot].key_plus_one - 1)) = old[slot];
        std::free(old);
    }

    Entry* entries_ = nullptr;
    std::uint32_t used_ = 0;
    std::uint32_t bits_ = 0;
};

} // namespace sartor::machine::manycore
