// Memory of MPI_Alloc_mem that the program has not given back, in programs built with --checked.
#pragma once

#include <cstdlib>
#include <string_view>

#include "components/library_memory.hpp"
#include "framework/slot.hpp"

namespace sartor::mpi {

struct NoAllocatedMemory {
    static constexpr std::string_view name = absent;
    static void for_each(auto) noexcept {}
};

// A list: programs have few. O(blocks) for each that is given back.
class AllocatedMemory {
  public:
    static constexpr std::string_view name = "memory that the program was given";

    AllocatedMemory() = default;
    AllocatedMemory(const AllocatedMemory&) = delete;
    AllocatedMemory& operator=(const AllocatedMemory&) = delete;
    ~AllocatedMemory() {
        while (first_ != nullptr) drop(first_);
    }

    // Without memory for the list the block is not noted.
    void add(const void* base, const void* site) noexcept {
        auto* const block = static_cast<Block*>(allocate_for_library(sizeof(Block)));
        if (block == nullptr) return;
        *block = {first_, base, site};
        first_ = block;
    }
    void remove(const void* base) noexcept {
        for (Block** link = &first_; *link != nullptr; link = &(*link)->next)
            if ((*link)->base == base) return drop(*link);
    }
    // The call sites that were given memory.
    void for_each(auto visit) const noexcept {
        for (const Block* block = first_; block != nullptr; block = block->next) visit(block->site);
    }

  private:
    struct Block {
        Block* next;
        const void* base;
        const void* site;
    };
    static void drop(Block*& link) noexcept {
        Block* const block = link;
        link = block->next;
        std::free(block);
    }

    Block* first_ = nullptr;
};

} // namespace sartor::mpi
