// Memory for objects of one size that come and go often.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "emulation/array.hpp"

namespace sartor::machine::manycore {

// Pieces of so many bytes, taken from the system 64 at a time and freed all together at the end.
class Pool {
  public:
    explicit Pool(std::size_t bytes) noexcept : bytes_((bytes + unit - 1) / unit * unit) {}
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool() {
        while (blocks_ != nullptr) {
            Piece* block = blocks_;
            blocks_ = block->next;
            std::free(block);
        }
    }

    // Not initialized. Ends the run when there is no memory.
    [[nodiscard]] void* take() noexcept {
        if (free_ == nullptr) grow();
        Piece* piece = free_;
        free_ = piece->next;
        return piece;
    }
    void put_back(void* memory) noexcept {
        auto* piece = static_cast<Piece*>(memory);
        piece->next = free_;
        free_ = piece;
    }

  private:
    struct Piece {
        Piece* next;
    };
    static constexpr std::size_t unit = alignof(std::max_align_t);

    // A block begins with the link to the one before.
    [[gnu::noinline]] void grow() noexcept {
        constexpr std::size_t at_once = 64;
        auto* memory = allocate<char>(at_once * bytes_ + unit);
        auto* block = reinterpret_cast<Piece*>(memory);
        block->next = blocks_;
        blocks_ = block;
        for (std::size_t index = 0; index < at_once; ++index) put_back(memory + unit + index * bytes_);
    }

    std::size_t bytes_;
    Piece* free_ = nullptr;
    Piece* blocks_ = nullptr;
};

} // namespace sartor::machine::manycore
