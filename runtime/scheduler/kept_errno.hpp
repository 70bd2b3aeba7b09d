// errno of a rank across what its worker does on its stack.
#pragma once

#include <cerrno>

namespace sartor::process {

// System calls of a worker that waits on the stack of a rank, which may go on without a change of rank: they
// are interrupted and come too late (EINTR, EAGAIN).
class KeptErrno {
  public:
    KeptErrno() = default;
    KeptErrno(const KeptErrno&) = delete;
    KeptErrno& operator=(const KeptErrno&) = delete;
    ~KeptErrno() { errno = kept_; }

  private:
    int kept_ = errno;
};

} // namespace sartor::process
