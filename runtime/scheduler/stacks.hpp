// The stacks of all ranks: one piece of address space, with guard regions as far as the system has mappings
// for them.
//
// A guard region made by mprotect cuts a mapping in two, and a process may have only so many mappings (Linux:
// vm.max_map_count). Where they don't suffice for all ranks, guard regions are marks in the page tables
// (MADV_GUARD_INSTALL, Linux 6.13), which cost no mapping; without these, some ranks in a row share the guard
// page below them, and each has a canary at the end of its own stack.
#pragma once

#include <cstddef>

#include "runtime/scheduler/context.hpp"

namespace sartor::process {

class Stacks {
  public:
    // Each of at least `bytes` usable bytes. `mappings`: that may be used. executable: the program writes
    // code there. False: the system refuses.
    [[nodiscard]] bool reserve(int count, std::size_t bytes, std::size_t mappings, bool may_mark = true,
                               bool executable = false) noexcept;

    // Once for each number. An empty one (low == nullptr) when the system refuses its guard region.
    [[nodiscard]] Stack take(int number) const noexcept;

    [[nodiscard]] Guard guard() const noexcept { return guard_; }
    [[nodiscard]] int ranks_in_a_row() const noexcept { return row_; } // that share one

  private:
    char* low_ = nullptr;
    std::size_t stride_ = 0;
    std::size_t guard_bytes_ = 0;
    Guard guard_ = Guard::mapping;
    bool executable_ = false;
    int row_ = 1;
};

} // namespace sartor::process
