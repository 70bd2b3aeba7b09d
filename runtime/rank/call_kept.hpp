// Functions of the program that MPI calls back.
#pragma once

#include "runtime/process.hpp"

namespace sartor::process {

// Of a rank with a critical section, inside of it: leaves it, and gives what come_back_inside() takes; 0 on
// the flow of an operation under way, which others must not find suspended here. Linked where critical
// sections are.
[[gnu::weak]] int step_outside(Rank& rank) noexcept;
[[gnu::weak]] void come_back_inside(Rank& rank, int depth) noexcept;

// Around such a function, which may call MPI itself: afterwards the rank is in the same call as before. Other
// threads of the rank may call meanwhile: the function may wait for something that they hold.
class CallKept {
  public:
    CallKept() noexcept : call_(current->call), call_site_(current->call_site) {
        if (current->critical_section != nullptr) depth_ = step_outside(*current);
    }
    CallKept(const CallKept&) = delete;
    CallKept& operator=(const CallKept&) = delete;
    ~CallKept() {
        if (depth_ > 0) come_back_inside(*current, depth_);
        current->call = call_;
        current->call_site = call_site_;
    }

  private:
    const char* call_;
    const void* call_site_;
    int depth_ = 0;
};

} // namespace sartor::process
