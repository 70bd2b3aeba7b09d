// Functions of the program that MPI calls back.
#pragma once

#include "components/process/process.hpp"

namespace sartor::process {

// Around such a function, which may call MPI itself: afterwards the rank is in the same call as before.
class CallKept {
  public:
    CallKept() noexcept : call_(current->call), call_site_(current->call_site) {}
    CallKept(const CallKept&) = delete;
    CallKept& operator=(const CallKept&) = delete;
    ~CallKept() {
        current->call = call_;
        current->call_site = call_site_;
    }

  private:
    const char* call_;
    const void* call_site_;
};

} // namespace sartor::process
