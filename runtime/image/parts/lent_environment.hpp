// While the C library's functions look into the process's environment, it is the rank's.
#pragma once

#include <unistd.h>

#include "runtime/rank/for_parts.hpp"

#pragma weak environ // without environment.cpp it is the process's

// One rank at a time.
class AsOfProcess {
  public:
    AsOfProcess() noexcept : before_(sartor_rank_lend_environment(environ)) {}
    ~AsOfProcess() { sartor_rank_take_environment_back(before_); }
    AsOfProcess(const AsOfProcess&) = delete;
    AsOfProcess& operator=(const AsOfProcess&) = delete;

  private:
    char** before_;
};
