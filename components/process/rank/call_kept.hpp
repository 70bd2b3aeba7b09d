// Functions of the program that MPI calls back.
#pragma once

#include "components/process/process.hpp"

namespace sartor::process {

// Around such a function, which may call MPI itself: afterwards the rank is in the same call as before.
class CallKept {
  public:
    CallKept() noexcept : call_(current->call), place_(current->call_place) {}
    CallKept(const CallKept&) = delete;
    CallKept& operator=(const CallKept&) = delete;
    ~CallKept() {
        current->call = call_;
        current->call_place = place_;
    }

  private:
    const char* call_;
    const void* place_;
};

} // namespace sartor::process
