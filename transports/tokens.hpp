// Tokens: numbers for a rank's operations under way, by which other address spaces name them.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "runtime/process.hpp"

namespace sartor::channel {

// A number is used again when its operation is over. 16 bytes for each; O(1). Ends the run when there is no
// memory.
template <class Operation>
class Tokens {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    Tokens() = default;
    Tokens(const Tokens&) = delete;
    Tokens& operator=(const Tokens&) = delete;
    ~Tokens() { std::free(entries_); }

    [[nodiscard]] std::uint32_t add(Operation& operation) noexcept {
        if (free_ == none) grow();
        const std::uint32_t token = free_;
        free_ = entries_[token].next_free;
        entries_[token] = {&operation, none};
        return token;
    }
    // Null when there is no operation of that number.
    [[nodiscard]] Operation* find(std::uint32_t token) const noexcept {
        return token < size_ ? entries_[token].operation : nullptr;
    }
    // Calls visit(operation, token) for each, which may remove it.
    template <class Visit>
    void for_each(Visit visit) noexcept {
        for (std::uint32_t token = 0; token < size_; ++token)
            if (entries_[token].operation != nullptr) visit(*entries_[token].operation, token);
    }
    void remove(std::uint32_t token) noexcept {
        entries_[token] = {nullptr, free_};
        free_ = token;
    }

  private:
    struct Entry {
        Operation* operation;
        std::uint32_t next_free;
    };

    void grow() noexcept {
        const std::uint32_t size = size_ == 0 ? 16 : 2 * size_;
        auto* entries = static_cast<Entry*>(std::realloc(entries_, size * sizeof(Entry)));
        if (entries == nullptr) {
            process::report("no memory for operations under way");
            process::end_run(1);
        }
        entries_ = entries;
        for (std::uint32_t token = size; token > size_; --token) {
            entries_[token - 1] = {nullptr, free_};
            free_ = token - 1;
        }
        size_ = size;
    }

    Entry* entries_ = nullptr;
    std::uint32_t size_ = 0;
    std::uint32_t free_ = none;
};

} // namespace sartor::channel
