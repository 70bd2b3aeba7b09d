// Memory for buffered sends: messages are copied into it and sent from there (EPOS-MPI 4.1, the Buffering
// option).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "components/library_memory.hpp"

namespace sartor::aspects {

// A region that its owner gave, divided into blocks: each a send and its data. A block is free again when its
// send is complete. First fit in the order of addresses: O(blocks in use). A null region means: take blocks
// from the system as needed.
template <class Sending>
class AttachedBuffer {
  public:
    struct Block {
        Block* next = nullptr;
        std::size_t bytes = 0;    // with this header
        std::uint64_t number = 0; // how many were taken before
        Sending sending;

        [[nodiscard]] void* data() noexcept { return this + 1; }
    };

    [[nodiscard]] bool is_attached() const noexcept { return attached_; }
    [[nodiscard]] void* region() const noexcept { return region_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

    void attach(void* region, std::size_t bytes) noexcept {
        region_ = region;
        bytes_ = bytes;
        attached_ = true;
    }
    // Requires that all sends are complete.
    void detach() noexcept {
        drop_complete();
        attached_ = false;
        region_ = nullptr;
        bytes_ = 0;
    }

    // The oldest incomplete block among the first `of` that were taken; null when all of those are complete.
    [[nodiscard]] const Block* oldest_under_way(std::uint64_t of) const noexcept {
        const Block* oldest = nullptr;
        for (const Block* block = first_; block != nullptr; block = block->next) {
            if (block->number >= of || block->sending.is_complete()) continue;
            oldest = block;
            of = block->number;
        }
        return oldest;
    }
    // How many blocks were taken so far.
    [[nodiscard]] std::uint64_t taken() const noexcept { return taken_; }

    // A block for `bytes` of data, or null when there is no room. Its own part takes `overhead` bytes if that
    // is more than it needs.
    [[nodiscard]] Block* take(std::size_t bytes, std::size_t overhead = 0) noexcept {
        drop_complete();
        const std::size_t whole =
            (std::max(sizeof(Block), overhead) + bytes + alignment - 1) / alignment * alignment;
        return region_ == nullptr ? take_from_system(whole) : take_from_region(whole);
    }

  private:
    static constexpr std::size_t alignment = alignof(std::max_align_t);

    void drop_complete() noexcept {
        for (Block** link = &first_; *link != nullptr;) {
            Block* block = *link;
            if (!block->sending.is_complete()) {
                link = &block->next;
                continue;
            }
            *link = block->next;
            block->~Block();
            if (region_ == nullptr) std::free(block);
        }
    }

    Block* take_from_system(std::size_t whole) noexcept {
        void* memory = allocate_for_library(whole);
        return memory == nullptr ? nullptr : put(&first_, memory, whole);
    }

    Block* take_from_region(std::size_t whole) noexcept {
        const auto start = reinterpret_cast<std::uintptr_t>(region_);
        std::uintptr_t gap = (start + alignment - 1) / alignment * alignment;
        Block** link = &first_;
        while (*link != nullptr && gap + whole > reinterpret_cast<std::uintptr_t>(*link)) {
            gap = reinterpret_cast<std::uintptr_t>(*link) + (*link)->bytes;
            link = &(*link)->next;
        }
        const bool fits = *link != nullptr || gap + whole <= start + bytes_;
        return fits ? put(link, reinterpret_cast<void*>(gap), whole) : nullptr;
    }

    Block* put(Block** link, void* memory, std::size_t whole) noexcept {
        auto* block = new (memory) Block;
        block->bytes = whole;
        block->number = taken_++;
        block->next = *link;
        *link = block;
        return block;
    }

    void* region_ = nullptr;
    std::size_t bytes_ = 0;
    bool attached_ = false;
    std::uint64_t taken_ = 0;
    Block* first_ = nullptr;
};

} // namespace sartor::aspects
