// Whether the program has freed the memory of a window before the window, in programs built with --checked.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/known_memory/heap_changes.hpp"
#include "runtime/known_memory/known_memory.hpp"

namespace sartor::one_sided {

// The block of malloc's that begins where a part does, if there is one. Asked by any rank; costs a comparison
// until blocks come and go near by.
class KnownBlock {
  public:
    void note(const void* base, std::size_t bytes) noexcept {
        if (bytes == 0 || !is_there(base, bytes)) return;
        address_ = base;
        bytes_ = bytes;
        changes_.store(process::heap_changes_at(base), std::memory_order_relaxed);
    }
    [[nodiscard]] bool is_gone() noexcept {
        if (address_ == nullptr) return false;
        const std::uint32_t changes = process::heap_changes_at(address_);
        if (changes == changes_.load(std::memory_order_relaxed)) return false;
        if (!is_there(address_, bytes_)) return true;
        changes_.store(changes, std::memory_order_relaxed);
        return false;
    }

  private:
    [[nodiscard]] static bool is_there(const void* address, std::size_t wanted) noexcept {
        std::size_t bytes = 0;
        return process::find_heap_block != nullptr && process::find_heap_block(address, bytes) &&
               bytes >= wanted;
    }

    const void* address_ = nullptr;
    std::size_t bytes_ = 0;
    std::atomic<std::uint32_t> changes_{0};
};

} // namespace sartor::one_sided
